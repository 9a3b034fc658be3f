package dev.stowage.interop.chart;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A FUSE share that the chart's mounter serves: the driver is replaced under a pod that writes to it.
record MounterChecks(PodsWithClaims podsWithClaims) {

    static final String STORAGE_CLASS = "archive";

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String NAMESPACE = "--namespace=" + HelmChart.NAMESPACE;
    private static final String WRITER = "archivist";
    private static final String OTHER = "reader";

    /// @param archive a directory of the node, which bindfs shows
    static String values(Path archive) {
        return """
            driver:
              name: shares.stowage.dev
              pools:
              - name: archive
                backend: shared
                source: {type: fuse, argv: [/usr/bin/bindfs, -f, %1$s, "{mountPoint}"]}
            mounter: {enabled: true, hostPaths: [%1$s]}
            storageClasses: [{name: %2$s, volumeBindingMode: Immediate}]
            snapshotClasses: [{name: %2$s}]
            """.formatted(archive, STORAGE_CLASS);
    }

    void run(SuiteChecks checks) throws InterruptedException {
        SteadyWriter writer = new SteadyWriter(podsWithClaims, WRITER);
        checks.holds("a pod writes to a FUSE share that the mounter serves", writer::start);
        checks.holds("the driver's pod is replaced under it, and the mounter's is not", () -> {
            String mounter = pods("mounter");
            String driver = pods("node");
            podsWithClaims.kubectl().output("delete", NAMESPACE, driver, "--timeout=120s");
            Await.until(
                    "another pod of the driver",
                    SOON,
                    List.of(),
                    () -> !pods("node").isEmpty() && !pods("node").equals(driver));
            podsWithClaims.kubectl().output("wait", NAMESPACE, pods("node"), "--for=condition=Ready", "--timeout=120s");
            if (!pods("mounter").equals(mounter)) {
                throw new AssertionError("the mounter was replaced too");
            }
        });
        writer.requireUndisturbed(checks);
        checks.holds("the new driver serves another pod", () -> {
            podsWithClaims.create(OTHER, "echo read > /data/it");
            podsWithClaims.awaitSuccess(OTHER);
        });
        checks.holds("a snapshot of a volume on the share becomes ready", this::takeSnapshot);
        checks.holds("everything is deleted", () -> {
            podsWithClaims.kubectl().output("delete", "volumesnapshot", OTHER, "--timeout=120s");
            podsWithClaims.delete(OTHER);
            podsWithClaims.delete(WRITER);
            podsWithClaims.awaitNoVolumes();
        });
    }

    private String pods(String component) throws IOException, InterruptedException {
        return podsWithClaims
                .kubectl()
                .output("get", "pods", NAMESPACE, "--selector=app.kubernetes.io/component=" + component, "-o", "name")
                .strip();
    }

    private void takeSnapshot() throws IOException, InterruptedException {
        podsWithClaims.kubectl().apply("""
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshot
                metadata: {name: %1$s}
                spec:
                  volumeSnapshotClassName: %2$s
                  source: {persistentVolumeClaimName: %1$s}
                """.formatted(OTHER, STORAGE_CLASS));
        podsWithClaims
                .kubectl()
                .output(
                        "wait",
                        "volumesnapshot/" + OTHER,
                        "--for=jsonpath={.status.readyToUse}=true",
                        "--timeout=120s");
    }
}
