package dev.stowage.interop.node;

import dev.stowage.interop.cluster.Agent;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.suite.Questions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Whoever looks after the node goes, in order or not, while pods run; nothing happens to them.
record Handover(NodeStage stage) {
    private static final String POD = "stays";

    /// The other takes over, and the first one takes over again.
    void there(Questions questions) throws InterruptedException {
        NodePlay play = new NodePlay(stage, "handover");
        questions.holds("pods with volumes run at the kubelet", () -> begin(play));
        for (Agent agent : List.of(Agent.OURS, Agent.KUBELET, Agent.OURS)) {
            questions.holds(
                    "handed to " + agent.program() + ": no volume was unmounted, the container is the same",
                    () -> unchanged(play, () -> stage.handTo(agent)));
        }
        questions.holds("what was handed over can go", () -> end(play));
    }

    /// With ours only: it is killed at any moment, also while volumes come and go.
    void kills(Questions questions, int rounds) throws InterruptedException {
        NodePlay play = new NodePlay(stage, "kills");
        questions.holds("pods with volumes run before the kills", () -> begin(play));
        Random random = new Random(rounds);
        for (int round = 1; round <= rounds; round++) {
            String other = "round-" + round;
            int pause = random.nextInt(1500);
            questions.holds("killed " + pause + " ms after a pod came: all goes on", () -> {
                unchanged(play, () -> {
                    play.create(NodeManifests.claim(other, "local") + NodeManifests.usual(other, other));
                    TimeUnit.MILLISECONDS.sleep(pause);
                    stage.node().kill();
                    stage.node().begin(Agent.OURS);
                    NodeDrivers.await(stage.plane());
                });
                play.awaitReady(other);
            });
            questions.holds("killed " + pause + " ms after a pod was to go: all goes on", () -> {
                unchanged(play, () -> {
                    play.api().delete(Kind.POD.path(play.namespace(), other));
                    TimeUnit.MILLISECONDS.sleep(pause);
                    stage.node().kill();
                    stage.node().begin(Agent.OURS);
                });
                play.await(
                        "the end of " + other, () -> play.get(Kind.POD, other).isMissingNode());
            });
        }
        questions.holds("nothing is left after the kills", () -> end(play));
    }

    private void begin(NodePlay play) throws IOException, InterruptedException {
        play.begin();
        play.create(NodeManifests.claim("local", "local")
                + NodeManifests.claim("disk", "disk")
                + NodeManifests.pod(
                        POD,
                        "volumeMounts: [{name: local, mountPath: /local}, {name: disk, mountPath: /disk}]",
                        "volumes: [{name: local, persistentVolumeClaim: {claimName: local}},"
                                + " {name: disk, persistentVolumeClaim: {claimName: disk}}]"));
        play.awaitReady(POD);
        play.inside(POD, "echo local > /local/file; echo disk > /disk/file");
    }

    private void unchanged(NodePlay play, Questions.Attempt change) throws Exception {
        String container = container(play);
        String mounts = mounts(play);
        change.make();
        // A pod that was about to come may add mounts; those of the pod that stays keep their ids.
        play.awaitReady(POD);
        // Whoever took over may not have heard of the pod yet, for all that its status still says.
        play.await("a command in " + POD, () -> answers(play));
        require("the container", container, container(play));
        require("the mounts", mounts, mounts(play));
        require("the files", "local\ndisk", play.inside(POD, "cat /local/file /disk/file"));
        require(
                "restarts",
                "0",
                play.get(Kind.POD, POD)
                        .at("/status/containerStatuses/0/restartCount")
                        .asText());
    }

    private static boolean answers(NodePlay play) throws InterruptedException {
        try {
            play.inside(POD, "true");
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

    private static String container(NodePlay play) throws IOException, InterruptedException {
        return play.get(Kind.POD, POD)
                .at("/status/containerStatuses/0/containerID")
                .asText();
    }

    /// The kernel's ids of the mounts of the pod that stays and of its volumes where they are staged.
    private String mounts(NodePlay play) throws IOException, InterruptedException {
        String uid = play.get(Kind.POD, POD).at("/metadata/uid").asText();
        TreeSet<String> found = new TreeSet<>();
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
            lines.map(line -> line.split(" ", 6))
                    .filter(fields ->
                            fields[4].startsWith(stage.node().kubeletRoot().toString()) && fields[4].contains(uid))
                    .forEach(fields -> found.add(fields[0]));
        }
        if (found.isEmpty()) {
            throw new IOException("no volume of the pod is mounted: "
                    + Mounts.beneath(stage.node().kubeletRoot()));
        }
        return found.toString();
    }

    private static void end(NodePlay play) throws IOException, InterruptedException {
        play.end(POD);
        play.clean();
    }
}
