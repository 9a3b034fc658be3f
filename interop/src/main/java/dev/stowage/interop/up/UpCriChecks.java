package dev.stowage.interop.up;

import static dev.stowage.interop.up.UpOutput.require;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.cluster.RealContainerd;
import dev.stowage.interop.cluster.TestPod;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// `./stowage up --runtime cri`: containers of real images, with volumes of our drivers.
record UpCriChecks(SuiteWorkspace workspace) {
    private static final Duration SOON = Duration.ofMinutes(2);

    void run(SuiteChecks checks) throws IOException, InterruptedException {
        Path data = workspace.directory("cri");
        UpCommands commands = new UpCommands(workspace, data);
        checks.holds("a socket that does not exist is refused with one line", () -> {
            ProcessResult refused = commands.run(
                    "up",
                    "--data=" + data,
                    "--port=0",
                    "--runtime=cri",
                    "--container-runtime-endpoint=unix://" + data.resolve("no.sock"));
            require(refused.exit() == 2 && refused.err().contains("there is no socket"), refused.err());
        });
        RealContainerd containerd = RealContainerd.start(workspace);
        Path manifests = workspace.directory("manifests");
        Files.writeString(
                Files.createDirectories(manifests.resolve("node-1")).resolve("fixed.yaml"),
                TestPod.manifest("fixed", "exec sleep 1000"));
        String[] runtime = {
            "--runtime=cri", "--container-runtime-endpoint=" + containerd.endpoint(), "--pod-manifest-path=" + manifests
        };
        workspace.own((AutoCloseable) commands::clear);
        UpProcess up = UpProcess.start(workspace, "up-cri", data, 1, runtime);
        Kubectl kubectl = up.kubectl();
        checks.holds("a container of an image runs in containerd with a volume", () -> {
            kubectl.apply(pod());
            kubectl.output("wait", "--for=condition=Ready", "--timeout=120s", "pod/boxed");
            require(field(kubectl, "containerID").startsWith("containerd://"), field(kubectl, "containerID"));
            Await.until("the file", SOON, List.of(), () -> lines(kubectl) == 1);
        });
        checks.equal(
                "it has the files of its image",
                "root:x:0:0:root:/:/bin/sh",
                () -> kubectl.output("exec", "boxed", "--", "cat", "/etc/passwd"));
        checks.holds("a container without a command runs the entry point of its image", () -> {
            kubectl.output("run", "plain", "--image=" + TestPod.IMAGE, "--image-pull-policy=Never");
            kubectl.output("wait", "--for=condition=Ready", "--timeout=120s", "pod/plain");
            kubectl.output("delete", "pod", "plain", "--grace-period=1", "--timeout=120s");
        });
        checks.holds("a static pod runs, and its mirror pod is created again when it is deleted", () -> {
            String before = awaitMirror(kubectl, "");
            kubectl.output("delete", "pod", "fixed-node-1", "--wait=false");
            String after = awaitMirror(kubectl, before);
            require(!after.equals(before), "the mirror pod was not replaced");
        });
        checks.holds("its events name the image as present and not as ignored", () -> {
            String events = kubectl.output("get", "events", "-o", "jsonpath={.items[*].reason}");
            require(events.contains("Pulled") && !events.contains("ImageIgnored"), events);
        });
        checks.holds("Ctrl-C stops it", up::interrupt);
        checks.leavesNothing(data, " after Ctrl-C with containerd");
        checks.becomes(
                "no container is left in containerd",
                "[]",
                () -> containerd.tasks().toString());
        checks.holds("it continues, and down ends the pods of one that was killed", () -> {
            commands.output("up", "--data=" + data, "--port=0", "--detach", runtime[0], runtime[1], runtime[2]);
            Await.until("the second line", SOON, List.of(), () -> lines(commands.kubectl("cri")) == 2);
            commands.kill();
            require(!containerd.tasks().isEmpty(), "the containers ended with up");
            String said = commands.down();
            require(said.contains("Nothing is left"), said);
        });
        checks.leavesNothing(data, " after kill -9 and down with containerd");
        checks.becomes(
                "no container is left in containerd after kill -9 and down",
                "[]",
                () -> containerd.tasks().toString());
    }

    private static String pod() {
        return UpChecks.pod("boxed", "boxed", "stowage", "echo line >> /data/file; exec sleep 1000")
                .replace("image: none", "image: " + TestPod.IMAGE + "\n    imagePullPolicy: Never");
    }

    /// The UID of the mirror pod when it is ready.
    ///
    /// @param not that of an earlier one
    private static String awaitMirror(Kubectl kubectl, String not) throws IOException, InterruptedException {
        String[] query = {
            "get",
            "pod",
            "fixed-node-1",
            "--ignore-not-found",
            "-o",
            "jsonpath={.status.conditions[?(@.type==\"Ready\")].status} {.metadata.uid}"
        };
        Await.until("the mirror pod", SOON, List.of(), () -> {
            String found = kubectl.output(query);
            return found.startsWith("True ") && !found.equals("True " + not);
        });
        return kubectl.output(query).replaceFirst("^True ", "");
    }

    private static String field(Kubectl kubectl, String name) throws IOException, InterruptedException {
        return kubectl.output("get", "pod", "boxed", "-o", "jsonpath={.status.containerStatuses[0]." + name + "}");
    }

    private static long lines(Kubectl kubectl) throws IOException, InterruptedException {
        return kubectl.output("exec", "boxed", "--", "cat", "/data/file")
                .lines()
                .count();
    }
}
