package dev.stowage.interop.move;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.interop.up.UpCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Volumes move between the nodes of `./stowage up --nodes 3`: each written line must arrive, and one copy be left.
public final class MoveSuite implements Suite {
    private static final Duration SOON = Duration.ofMinutes(2);

    /// A class for each kind of transfer: blocks, files with snapshots, files without. The first one is also cancelled
    /// while it is copied, so it must have snapshots.
    private static final List<Map.Entry<String, String>> CLASSES = List.of(
            Map.entry("images", "stowage"),
            Map.entry("subvolumes", "stowage-btrfs"),
            Map.entry("folders", "stowage-folder"));

    private static final int QUICK_KILLS = 6;
    private static final int KILLS = 300;

    @Override
    public String name() {
        return "move";
    }

    @Override
    public String summary() {
        return "Moves volumes between nodes of ./stowage up while pods write and processes are killed: no line is lost.";
    }

    @Override
    public Duration budget() {
        return Duration.ofHours(2);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.KUBECTL);
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(DebianPackage.E2FSPROGS, DebianPackage.XFSPROGS);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "mounting volumes needs root"));
        }
        SuiteChecks checks = new SuiteChecks();
        UpCommands up = new UpCommands(workspace, workspace.directory("move"));
        workspace.own((AutoCloseable) up::clear);
        up.detach("--nodes=3", "--drivers-apart");
        Kubectl kubectl = up.kubectl("move");
        kubectl.awaitServiceAccount();
        Path acknowledged = workspace.directory("acknowledged");
        List<MovedWriter> writers = CLASSES.stream()
                .map(each -> new MovedWriter(kubectl, acknowledged, each.getKey(), each.getValue(), "0.1"))
                .toList();
        startOnFirstNode(kubectl, writers);
        for (MovedWriter writer : writers) {
            checks.holds(
                    "a volume of class " + writer.storageClass() + " moves while it is written to",
                    () -> move(up, writer));
        }
        checks.holds("a move that is cancelled leaves pod and volume alone", () -> cancel(up, writers.getFirst()));
        checks.holds("a drain takes all volumes away from a node", () -> drain(up, writers));
        MoveKills kills = new MoveKills(up, writers, workspace::report);
        checks.holds(
                "moves survive kills of drivers and of everything",
                () -> kills.run(workspace.quick() ? QUICK_KILLS : KILLS));
        new StandbyChecks(up, kubectl, acknowledged).run(checks);
        checks.holds("what is deleted disappears", () -> delete(kubectl));
        up.down();
        checks.leavesNothing(up.data(), "");
        return checks.results();
    }

    private static void startOnFirstNode(Kubectl kubectl, List<MovedWriter> writers)
            throws IOException, InterruptedException {
        kubectl.output("cordon", "node-2", "node-3");
        for (MovedWriter writer : writers) {
            writer.create();
        }
        for (MovedWriter writer : writers) {
            writer.awaitFirstLine();
        }
        kubectl.output("uncordon", "node-2", "node-3");
    }

    private static void move(UpCommands up, MovedWriter writer) throws IOException, InterruptedException {
        String handle = handle(up, writer);
        String said = up.output("move", "--data=" + up.data(), "pvc/" + writer.claim(), "--to=node-2");
        require(said.contains("Moved pvc/" + writer.claim() + " from node node-1 to node node-2"), said);
        writer.requireWholeOn("node-2");
        require(handle(up, writer).equals(handle), "the volume has another handle");
        Await.until("the end of the copy on node-1", SOON, List.of(), () -> {
            requireNoTrace(up, "node-1", handle);
            return true;
        });
    }

    private static void cancel(UpCommands up, MovedWriter writer) throws IOException, InterruptedException {
        String before = writer.identity();
        String handle = handle(up, writer);
        up.output(
                "move",
                "--data=" + up.data(),
                "pvc/" + writer.claim(),
                "--to=node-3",
                "--bandwidth-limit=64Ki",
                "--no-wait");
        Await.until(
                "the first bytes of the move",
                SOON,
                List.of(),
                () -> up.kubectl("cancel")
                        .output("get", "volumemoves", "-o", "jsonpath={.items[*].status.phase}")
                        .contains("Copying"));
        ProcessResult cancelled = up.run("move", "--data=" + up.data(), "pvc/" + writer.claim(), "--cancel");
        cancelled.orThrow();
        writer.requireWholeOn("node-2");
        require(writer.identity().equals(before), "the pod is another one");
        requireNoTrace(up, "node-3", handle);
    }

    private static void drain(UpCommands up, List<MovedWriter> writers) throws IOException, InterruptedException {
        String said = up.output("drain", "--data=" + up.data(), "node-2", "--to=node-3");
        for (MovedWriter writer : writers) {
            writer.requireWholeOn("node-3");
            requireNoTrace(up, "node-2", handle(up, writer));
        }
        up.output("drain", "--data=" + up.data(), "node-2");
        Kubectl kubectl = up.kubectl("drain");
        require(
                kubectl.output("get", "node", "node-2", "-o", "jsonpath={.spec.unschedulable}")
                        .equals("true"),
                "node-2 is not cordoned; " + said);
        kubectl.output("uncordon", "node-2");
    }

    private static void delete(Kubectl kubectl) throws IOException, InterruptedException {
        kubectl.output("delete", "statefulsets", "--all", "--timeout=120s");
        kubectl.output("delete", "pvc", "--all", "--timeout=120s");
        Await.until(
                "the end of all volumes",
                SOON,
                List.of(),
                () -> kubectl.output("get", "pods,pvc,pv", "-o", "name").isEmpty());
    }

    static String handle(UpCommands up, MovedWriter writer) throws IOException, InterruptedException {
        return up.kubectl("handle").output("get", "pv", writer.volume(), "-o", "jsonpath={.spec.csi.volumeHandle}");
    }

    /// Neither content nor record of the volume, nor a snapshot of it.
    static void requireNoTrace(UpCommands up, String node, String handle) throws IOException {
        Path drivers = up.data().resolve("drivers").resolve(node);
        try (Stream<Path> files = Files.walk(drivers)) {
            List<Path> left = files.filter(path -> path.getFileName().toString().contains(handle))
                    .toList();
            require(left.isEmpty(), "left on " + node + ": " + left);
        }
    }

    static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }
}
