package dev.stowage.bench.node;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.bench.Samples;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.node.NodeFixture;
import dev.stowage.interop.up.UpProcess;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// From claim and pod to the first byte that the pod writes: all of ours in one process, our node in a real cluster,
/// and the kubelet in the same cluster.
public final class NodeBenchmark implements Benchmark {

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String summary() {
        return "from claim and pod to the first byte, and what a node needs when idle, beside the kubelet";
    }

    /// @param each how many volumes each of the pods has that fill a node
    private record Sizes(int turns, int crowd, int pods, int each, int seconds) {
        static final Sizes QUICK = new Sizes(2, 5, 2, 2, 6);
        static final Sizes WHOLE = new Sizes(15, 100, 50, 4, 30);
    }

    @Override
    public List<Row> run(Around around) throws Exception {
        Sizes sizes = around.quick() ? Sizes.QUICK : Sizes.WHOLE;
        List<Row> rows = new ArrayList<>();
        Set<ReferenceProgram> judges = EnumSet.of(ReferenceProgram.KUBELET);
        judges.addAll(ControlPlane.JUDGES);
        try (SuiteWorkspace suiteWorkspace = StandaloneWorkspace.open("bench-up", Set.of(ReferenceProgram.KUBECTL), Set.of(), around::say)) {
            Path data = suiteWorkspace.directory("up");
            around.say("stowage up: starting");
            UpProcess up = UpProcess.start(suiteWorkspace, "up", data, 1);
            Subject subject = new Subject(
                    "stowage up",
                    data.resolve("kubeconfig"),
                    data.resolve("nodes/node-1"),
                    "stowage-folder",
                    "stowage-disk",
                    up.daemon().pid(),
                    "everything");
            measure(subject, sizes, around, rows);
            up.interrupt();
        }
        try (SuiteWorkspace suiteWorkspace = StandaloneWorkspace.open("bench-node", judges, RealNode.PACKAGES, around::say)) {
            around.say("real cluster: starting");
            NodeFixture stage = NodeFixture.open(suiteWorkspace, NodeAgent.OURS, List.of("--backend=directory"));
            measure(subject(stage, "stowage node, real API", "the node"), sizes, around, rows);
            stage.handTo(NodeAgent.KUBELET);
            measure(subject(stage, "peer: kubelet", "the kubelet"), sizes, around, rows);
        }
        return rows;
    }

    private static Subject subject(NodeFixture stage, String name, String process) {
        return new Subject(
                name,
                stage.plane().kubeconfig(),
                stage.node().kubeletRoot(),
                "local-plain",
                "disk-plain",
                stage.node().pid(),
                process);
    }

    private static void measure(Subject subject, Sizes sizes, Around around, List<Row> rows) throws Exception {
        try (FirstBytes bytes = new FirstBytes(subject)) {
            var told = new Told(around, rows);
            told.add(new Idle(subject).measure(0, sizes.seconds()));
            int turns = sizes.turns();
            told.add(row(subject, "one at a time, no claim", bytes.inTurn(turns)));
            told.add(row(subject, "one at a time, no attach", bytes.inTurn(subject.plain(), turns)));
            told.add(row(subject, "one at a time, attach", bytes.inTurn(subject.attached(), turns)));
            int crowd = sizes.crowd();
            told.add(row(subject, crowd + " pods at once, no attach", bytes.atOnce(subject.plain(), crowd)));
            told.add(row(subject, crowd + " pods at once, attach", bytes.atOnce(subject.attached(), crowd)));
            bytes.fill(subject.plain(), sizes.pods(), sizes.each());
            told.add(new Idle(subject).measure(sizes.pods() * sizes.each(), sizes.seconds()));
            bytes.clear();
        }
    }

    /// Rows that are said at once as well: the whole takes twenty minutes.
    private record Told(Around around, List<Row> rows) {
        void add(Row row) {
            rows.add(row);
            around.say(row.subject() + ": " + row.figures());
        }
    }

    private static Row row(Subject subject, String what, Samples samples) {
        return new Row(
                subject.name() + ", " + what,
                List.of(
                        new Figure("median ms", samples.millis(0.5)),
                        new Figure("90 % ms", samples.millis(0.9)),
                        new Figure("last ms", samples.millis(1))));
    }
}
