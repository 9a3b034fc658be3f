package dev.stowage.bench.node;

import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.node.NodeFixture;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.interop.up.UpProcess;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// From claim and pod to the first byte that the pod writes: all of ours in one process, our node in a real
/// cluster, and the kubelet in the same cluster.
public final class NodeBenchmark implements Benchmark {
    private static final int FIRST = 7;

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String summary() {
        return "from claim and pod to the first byte, and what a node needs when idle, beside the kubelet";
    }

    /// @param each how many volumes each of the pods has that fill a node
    /// @param seconds how long an idle node is measured: a minute, because volumes are checked once a minute
    private record Sizes(int turns, int crowd, int pods, int each, int seconds) {
        static final Sizes QUICK = new Sizes(2, 5, 2, 2, 6);
        static final Sizes WHOLE = new Sizes(15, 100, 50, 4, 60);
    }

    @Override
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        Sizes sizes = context.quick() ? Sizes.QUICK : Sizes.WHOLE;
        Set<NodeRows> chosen = NodeRows.named(context.only());
        List<ResultRow> rows = new ArrayList<>();
        Set<ReferenceProgram> programs = EnumSet.of(ReferenceProgram.KUBELET);
        programs.addAll(ControlPlane.PROGRAMS);
        try (SuiteWorkspace suiteWorkspace =
                StandaloneWorkspace.open("bench-up", Set.of(ReferenceProgram.KUBECTL), Set.of(), context::report)) {
            context.report("stowage up: starting");
            UpProcess up = UpProcess.start(suiteWorkspace, "up", suiteWorkspace.directory("up"), 1);
            measure(subject(up), sizes, chosen, context, rows);
            up.interrupt();
            if (chosen.contains(NodeRows.FIRST)) {
                // Each on a cluster that was just started, and with the clients of this process warm.
                first(suiteWorkspace, "up-1", "no claim", "", context, rows);
                first(suiteWorkspace, "up-2", "no attach", subject(up).plain(), context, rows);
                first(suiteWorkspace, "up-3", "attach", subject(up).attached(), context, rows);
            }
        }
        if (chosen.equals(EnumSet.of(NodeRows.FIRST))) {
            return rows;
        }
        try (SuiteWorkspace suiteWorkspace =
                StandaloneWorkspace.open("bench-node", programs, RealNode.PACKAGES, context::report)) {
            context.report("real cluster: starting");
            NodeFixture fixture = NodeFixture.open(suiteWorkspace, NodeAgent.OURS, List.of("--backend=directory"));
            measure(subject(fixture, "stowage node, real API", "the node"), sizes, chosen, context, rows);
            fixture.handTo(NodeAgent.KUBELET);
            measure(subject(fixture, "peer: kubelet", "the kubelet"), sizes, chosen, context, rows);
        }
        return rows;
    }

    private static NodeSubject subject(UpProcess up) {
        return new NodeSubject(
                "stowage up",
                up.data().resolve("kubeconfig"),
                up.data().resolve("nodes/node-1"),
                "stowage-folder",
                "stowage-disk",
                up.daemon().pid(),
                "everything");
    }

    /// The first pods of a new cluster: the code is cold, and this is when a user looks.
    ///
    /// @param name of its directory; short, because sockets are below it
    private static void first(
            SuiteWorkspace suiteWorkspace,
            String name,
            String what,
            String storage,
            BenchmarkContext context,
            List<ResultRow> rows)
            throws Exception {
        UpProcess up = UpProcess.start(suiteWorkspace, name, suiteWorkspace.directory(name), 1);
        NodeSubject nodeSubject = subject(up);
        try (FirstWriteLatency bytes = new FirstWriteLatency(nodeSubject)) {
            new ResultCollector(context, rows)
                    .add(row(nodeSubject, "the first " + FIRST + ", " + what, bytes.first(storage, FIRST)));
        }
        up.interrupt();
    }

    private static NodeSubject subject(NodeFixture fixture, String name, String process) {
        return new NodeSubject(
                name,
                fixture.plane().kubeconfig(),
                fixture.node().kubeletRoot(),
                "local-plain",
                "disk-plain",
                fixture.node().pid(),
                process);
    }

    private static void measure(
            NodeSubject nodeSubject, Sizes sizes, Set<NodeRows> chosen, BenchmarkContext context, List<ResultRow> rows)
            throws Exception {
        boolean idle = chosen.contains(NodeRows.IDLE);
        try (FirstWriteLatency bytes = new FirstWriteLatency(nodeSubject)) {
            var resultCollector = new ResultCollector(context, rows);
            if (idle) {
                resultCollector.add(new IdleCost(nodeSubject).measure(0, sizes.seconds()));
            }
            if (chosen.contains(NodeRows.TURNS)) {
                turns(nodeSubject, sizes.turns(), bytes, resultCollector);
            }
            if (chosen.contains(NodeRows.CROWD)) {
                crowd(nodeSubject, sizes.crowd(), bytes, resultCollector);
            }
            if (idle) {
                bytes.fill(nodeSubject.plain(), sizes.pods(), sizes.each());
                resultCollector.add(new IdleCost(nodeSubject).measure(sizes.pods() * sizes.each(), sizes.seconds()));
                bytes.clear();
            }
        }
    }

    private static void turns(NodeSubject nodeSubject, int turns, FirstWriteLatency bytes, ResultCollector rows)
            throws Exception {
        rows.add(row(nodeSubject, "one at a time, no claim", bytes.inTurn(turns)));
        rows.add(row(nodeSubject, "one at a time, no attach", bytes.inTurn(nodeSubject.plain(), turns)));
        rows.add(row(nodeSubject, "one at a time, attach", bytes.inTurn(nodeSubject.attached(), turns)));
    }

    private static void crowd(NodeSubject nodeSubject, int crowd, FirstWriteLatency bytes, ResultCollector rows)
            throws Exception {
        rows.add(row(nodeSubject, crowd + " pods at once, no attach", bytes.atOnce(nodeSubject.plain(), crowd)));
        rows.add(row(nodeSubject, crowd + " pods at once, attach", bytes.atOnce(nodeSubject.attached(), crowd)));
    }

    /// Rows that are printed immediately as well: the whole run takes twenty minutes.
    private record ResultCollector(BenchmarkContext context, List<ResultRow> rows) {
        void add(ResultRow resultRow) {
            rows.add(resultRow);
            context.report(resultRow.subject() + ": " + resultRow.figures());
        }
    }

    private static ResultRow row(NodeSubject nodeSubject, String what, LatencySamples latencySamples) {
        return new ResultRow(
                nodeSubject.name() + ", " + what,
                List.of(
                        new Figure("median ms", latencySamples.millis(0.5)),
                        new Figure("90 % ms", latencySamples.millis(0.9)),
                        new Figure("last ms", latencySamples.millis(1))));
    }
}
