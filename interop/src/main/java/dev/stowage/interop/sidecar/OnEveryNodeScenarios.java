package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.PROVISIONER;
import static dev.stowage.interop.sidecar.Component.RESIZER;
import static dev.stowage.interop.sidecar.Component.SNAPSHOTTER;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Sidecars that run on every node, each for the volumes of its own.
final class OnEveryNodeScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.of("node-provision", PROVISIONER, OnEveryNodeScenarios::provision),
            Scenario.of("node-provision-immediate", PROVISIONER, OnEveryNodeScenarios::immediate),
            Scenario.of("node-snapshot", SNAPSHOTTER, OnEveryNodeScenarios::snapshot),
            Scenario.oursOnly("node-expand", RESIZER, OnEveryNodeScenarios::expand));

    private static final String MANAGED = "snapshot.storage.kubernetes.io/managed-by";

    private OnEveryNodeScenarios() {}

    /// A claim whose pod goes to this node is served; that of another node is left to the one there.
    private static void provision(Play play) throws Exception {
        twoNodes(play);
        play.sidecar(PROVISIONER, here(play), "--node-deployment");
        play.create(Manifests.storageClass("WaitForFirstConsumer", "{}"));
        play.create(Manifests.claim("elsewhere", "1Mi"));
        Steps.selectNode(play, "elsewhere", "b");
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.selectNode(play, "claim", "a");
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
        play.transcript()
                .remark("the claim of the other node is "
                        + play.get(Kind.CLAIM, "elsewhere").at("/status/phase").asText());
    }

    /// A claim that no pod waits for is taken by whoever is first.
    private static void immediate(Play play) throws Exception {
        twoNodes(play);
        play.sidecar(PROVISIONER, here(play), "--node-deployment", "--node-deployment-base-delay=100ms");
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    /// The snapshot controller says by a label whose a content is; here the script does.
    private static void snapshot(Play play) throws Exception {
        DriverProcess driver =
                play.driver(Set.of("ListSnapshots", "GetSnapshot"), "--backend=image", "--pool-size=1Gi");
        String volume = Direct.volume(driver, "volume", 8 << 20);
        play.sidecar(SNAPSHOTTER, here(play), "--node-deployment");
        play.create(content("b", Direct.snapshot(driver, volume, "there")));
        play.create(content("a", Direct.snapshot(driver, volume, "here")));
        play.await(
                "readiness",
                Kind.SNAPSHOT_CONTENT,
                "$NS-a",
                each -> each.at("/status/readyToUse").asBoolean());
        play.settle();
        play.delete(Kind.SNAPSHOT_CONTENT, "$NS-a");
        play.settle();
    }

    private static String content(String node, String handle) {
        return """
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshotContent
                metadata: {name: $NS-%1$s, labels: {%2$s: $NS-%1$s}}
                spec:
                  driver: $DRIVER
                  deletionPolicy: Retain
                  source: {snapshotHandle: "%3$s"}
                  volumeSnapshotRef: {name: %1$s, namespace: $NS}
                """.formatted(node, MANAGED, handle);
    }

    /// A volume that is only on this node grows.
    private static void expand(Play play) throws Exception {
        twoNodes(play);
        play.create(Manifests.storageClass("WaitForFirstConsumer", "{}"));
        play.sidecar(PROVISIONER);
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.selectNode(play, "claim", "a");
        Steps.awaitBound(play, "claim");
        play.sidecar(RESIZER, here(play), "--node-deployment");
        play.transcript().remark("the script asks for 2Mi");
        play.patch(Kind.CLAIM, "claim", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Mi\"}}}}");
        play.await(
                "growth",
                Kind.CLAIM,
                "claim",
                each -> each.at("/status/capacity/storage").asText().equals("2Mi"));
        play.settle();
    }

    private static void twoNodes(Play play) throws IOException, InterruptedException {
        Steps.localDriver(play);
        play.create(Manifests.node("b", "b"));
    }

    private static Map<String, String> here(Play play) {
        return Map.of("NODE_NAME", play.filled("$NS-a"));
    }
}
