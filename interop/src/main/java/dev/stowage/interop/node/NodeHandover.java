package dev.stowage.interop.node;

import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The node agent stops, cleanly or not, while pods run; the pods are not affected.
record NodeHandover(NodeFixture fixture) {
    private static final String POD = "stays";

    /// The other node agent takes over, then the first one again.
    void there(SuiteChecks checks) throws InterruptedException {
        NodeScenarioContext context = new NodeScenarioContext(fixture, "handover");
        checks.holds("pods with volumes run on the kubelet", () -> begin(context));
        for (NodeAgent nodeAgent : List.of(NodeAgent.OURS, NodeAgent.KUBELET, NodeAgent.OURS)) {
            checks.holds(
                    "handed to " + nodeAgent.program() + ": no volume was unmounted, the container is the same",
                    () -> unchanged(context, () -> fixture.handTo(nodeAgent)));
        }
        checks.holds("the handed-over pods can be deleted", () -> end(context));
    }

    /// With our node agent only: it is killed at any moment, including while volumes are mounted and unmounted.
    void kills(SuiteChecks checks, int rounds) throws InterruptedException {
        NodeScenarioContext context = new NodeScenarioContext(fixture, "kills");
        checks.holds("pods with volumes run before the kills", () -> begin(context));
        Random random = new Random(rounds);
        for (int round = 1; round <= rounds; round++) {
            String other = "round-" + round;
            int pause = random.nextInt(1500);
            checks.holds("killed " + pause + " ms after a pod was created: everything continues", () -> {
                unchanged(context, () -> {
                    context.create(NodeManifests.claim(other, "local") + NodeManifests.usual(other, other));
                    TimeUnit.MILLISECONDS.sleep(pause);
                    fixture.node().kill();
                    fixture.node().begin(NodeAgent.OURS);
                    NodeDrivers.await(fixture.plane());
                });
                context.awaitReady(other);
            });
            checks.holds("killed " + pause + " ms after a pod was deleted: everything continues", () -> {
                unchanged(context, () -> {
                    context.adminApiClient().delete(ResourceKind.POD.path(context.namespace(), other));
                    TimeUnit.MILLISECONDS.sleep(pause);
                    fixture.node().kill();
                    fixture.node().begin(NodeAgent.OURS);
                });
                context.await(
                        "the end of " + other,
                        () -> context.get(ResourceKind.POD, other).isMissingNode());
            });
        }
        checks.holds("nothing is left after the kills", () -> end(context));
    }

    private void begin(NodeScenarioContext context) throws IOException, InterruptedException {
        context.begin();
        context.create(NodeManifests.claim("local", "local")
                + NodeManifests.claim("disk", "disk")
                + NodeManifests.pod(
                        POD,
                        "volumeMounts: [{name: local, mountPath: /local}, {name: disk, mountPath: /disk}]",
                        "volumes: [{name: local, persistentVolumeClaim: {claimName: local}},"
                                + " {name: disk, persistentVolumeClaim: {claimName: disk}}]"));
        context.awaitReady(POD);
        context.inside(POD, "echo local > /local/file; echo disk > /disk/file");
    }

    private void unchanged(NodeScenarioContext context, SuiteChecks.Check change) throws Exception {
        String container = container(context);
        String mounts = mounts(context);
        change.run();
        // A new pod may add mounts; those of the existing pod keep their ids.
        context.awaitReady(POD);
        // The new node agent may not have seen the pod yet, although its status is still Running.
        context.await("a command in " + POD, () -> answers(context));
        require("the container", container, container(context));
        require("the mounts", mounts, mounts(context));
        require("the files", "local\ndisk", context.inside(POD, "cat /local/file /disk/file"));
        require(
                "restarts",
                "0",
                context.get(ResourceKind.POD, POD)
                        .at("/status/containerStatuses/0/restartCount")
                        .asText());
    }

    private static boolean answers(NodeScenarioContext context) throws InterruptedException {
        try {
            context.inside(POD, "true");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void require(String what, String before, String after) throws IOException {
        if (!before.equals(after)) {
            throw new IOException(what + " changed from \"" + before + "\" to \"" + after + "\"");
        }
    }

    private static String container(NodeScenarioContext context) throws IOException, InterruptedException {
        return context.get(ResourceKind.POD, POD)
                .at("/status/containerStatuses/0/containerID")
                .asText();
    }

    /// The kernel's mount ids of the existing pod and of its staged volumes.
    private String mounts(NodeScenarioContext context) throws IOException, InterruptedException {
        String uid = context.get(ResourceKind.POD, POD).at("/metadata/uid").asText();
        TreeSet<String> found = new TreeSet<>();
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
            lines.map(line -> line.split(" ", 6))
                    .filter(fields ->
                            fields[4].startsWith(fixture.node().kubeletRoot().toString()) && fields[4].contains(uid))
                    .forEach(fields -> found.add(fields[0]));
        }
        if (found.isEmpty()) {
            throw new IOException("no volume of the pod is mounted: "
                    + MountPoints.beneath(fixture.node().kubeletRoot()));
        }
        return found.toString();
    }

    private static void end(NodeScenarioContext context) throws IOException, InterruptedException {
        context.end(POD);
        context.clean();
    }
}
