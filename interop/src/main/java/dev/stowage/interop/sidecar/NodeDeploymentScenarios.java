package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.PROVISIONER;
import static dev.stowage.interop.sidecar.SidecarComponent.RESIZER;
import static dev.stowage.interop.sidecar.SidecarComponent.SNAPSHOTTER;

import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Sidecars that run on every node, each for its own volumes.
final class NodeDeploymentScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.of("node-provision", PROVISIONER, NodeDeploymentScenarios::provision),
            SidecarScenario.of("node-provision-immediate", PROVISIONER, NodeDeploymentScenarios::immediate),
            SidecarScenario.of("node-snapshot", SNAPSHOTTER, NodeDeploymentScenarios::snapshot),
            SidecarScenario.oursOnly("node-expand", RESIZER, NodeDeploymentScenarios::expand));

    private static final String MANAGED = "snapshot.storage.kubernetes.io/managed-by";

    private NodeDeploymentScenarios() {}

    /// A claim whose pod is scheduled to this node is served; that of another node is left to the provisioner
    /// there.
    private static void provision(SidecarScenarioContext context) throws Exception {
        twoNodes(context);
        context.sidecar(PROVISIONER, here(context), "--node-deployment");
        context.create(SidecarManifests.storageClass("WaitForFirstConsumer", "{}"));
        context.create(SidecarManifests.claim("elsewhere", "1Mi"));
        ScenarioSteps.selectNode(context, "elsewhere", "b");
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.selectNode(context, "claim", "a");
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
        context.transcript()
                .remark("the claim of the other node is "
                        + context.get(ResourceKind.CLAIM, "elsewhere")
                                .at("/status/phase")
                                .asText());
    }

    /// A claim that no pod waits for is taken by the first provisioner.
    private static void immediate(SidecarScenarioContext context) throws Exception {
        twoNodes(context);
        context.sidecar(PROVISIONER, here(context), "--node-deployment", "--node-deployment-base-delay=100ms");
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    /// The snapshot controller assigns a content to a node with a label; here the script does.
    private static void snapshot(SidecarScenarioContext context) throws Exception {
        DriverProcess driver =
                context.driver(Set.of("ListSnapshots", "GetSnapshot"), "--backend=image", "--pool-size=1Gi");
        String volume = DirectDriverCalls.volume(driver, "volume", 8 << 20);
        context.sidecar(SNAPSHOTTER, here(context), "--node-deployment");
        context.create(content("b", DirectDriverCalls.snapshot(driver, volume, "there")));
        context.create(content("a", DirectDriverCalls.snapshot(driver, volume, "here")));
        context.await(
                "readiness",
                ResourceKind.SNAPSHOT_CONTENT,
                "$NS-a",
                each -> each.at("/status/readyToUse").asBoolean());
        context.settle();
        context.delete(ResourceKind.SNAPSHOT_CONTENT, "$NS-a");
        context.settle();
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

    /// A node-local volume is expanded.
    private static void expand(SidecarScenarioContext context) throws Exception {
        twoNodes(context);
        context.create(SidecarManifests.storageClass("WaitForFirstConsumer", "{}"));
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.selectNode(context, "claim", "a");
        ScenarioSteps.awaitBound(context, "claim");
        context.sidecar(RESIZER, here(context), "--node-deployment");
        context.transcript().remark("the script asks for 2Mi");
        context.patch(ResourceKind.CLAIM, "claim", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Mi\"}}}}");
        context.await(
                "growth",
                ResourceKind.CLAIM,
                "claim",
                each -> each.at("/status/capacity/storage").asText().equals("2Mi"));
        context.settle();
    }

    private static void twoNodes(SidecarScenarioContext context) throws IOException, InterruptedException {
        ScenarioSteps.localDriver(context);
        context.create(SidecarManifests.node("b", "b"));
    }

    private static Map<String, String> here(SidecarScenarioContext context) {
        return Map.of("NODE_NAME", context.filled("$NS-a"));
    }
}
