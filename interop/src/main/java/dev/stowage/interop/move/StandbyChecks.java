package dev.stowage.interop.move;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.up.UpCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A volume whose class wants a standby: it is created by itself, follows the volume, and becomes the volume.
record StandbyChecks(UpCommands up, Kubectl kubectl, Path acknowledged) {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String TAINT = "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute";

    void run(SuiteChecks checks) throws InterruptedException {
        MovedWriter writer = new MovedWriter(kubectl, acknowledged, "standby", "with-standby", "0.1");
        checks.holds("a class creates a standby, which gets a copy", () -> {
            createClass();
            writer.create();
            writer.awaitFirstLine();
            Await.until(
                    "a ready standby",
                    SOON,
                    List.of(),
                    () -> field("{.items[*].status.phase}").equals("Ready"));
        });
        checks.holds("the copy follows the volume", () -> {
            String before = field("{.items[0].status.copiedAt}");
            Await.until(
                    "a later copy",
                    SOON,
                    List.of(),
                    () -> !field("{.items[0].status.copiedAt}").equals(before));
        });
        checks.holds("it is not promoted while the node of the volume is alive", () -> {
            ProcessResult refused = up.run("promote", "--data=" + up.data(), "pvc/" + writer.claim());
            MoveSuite.require(
                    refused.exit() == 1 && refused.err().contains("has the volume mounted"),
                    "it printed: " + refused.out() + refused.err());
            writer.requireWholeOn(nodeOf(writer));
        });
        checks.holds("it becomes the volume when the node is out of service, and says what is lost", () -> {
            String lost = nodeOf(writer);
            String keeper = field("{.items[0].spec.targetNode}");
            kubectl.output("cordon", lost);
            kubectl.output("taint", "node", lost, TAINT);
            String said = up.output("promote", "--data=" + up.data(), "pvc/" + writer.claim());
            MoveSuite.require(said.contains("are gone, at most"), "it printed: " + said);
            writer.requireCopyOn(keeper);
        });
        checks.holds("the old copy becomes a snapshot", () -> {
            Await.until(
                    "a snapshot of the old copy",
                    SOON,
                    List.of(),
                    () -> !field("{.items[*].status.oldCopy}").isEmpty());
            String kept = field("{.items[*].status.oldCopy}");
            MoveSuite.require(!kept.contains("Gone") && !kept.contains("NodeDeleted"), "the old copy is " + kept);
        });
    }

    private void createClass() throws IOException, InterruptedException {
        kubectl.apply("""
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: with-standby}
                provisioner: local.stowage.dev
                parameters: {pool: images, standby: "1", standbyInterval: 2s}
                volumeBindingMode: WaitForFirstConsumer
                """);
    }

    private String nodeOf(MovedWriter writer) throws IOException, InterruptedException {
        return kubectl.output("get", "pod", writer.pod(), "-o", "jsonpath={.spec.nodeName}");
    }

    private String field(String path) throws IOException, InterruptedException {
        return kubectl.output("get", "volumestandbys", "-o", "jsonpath=" + path);
    }
}
