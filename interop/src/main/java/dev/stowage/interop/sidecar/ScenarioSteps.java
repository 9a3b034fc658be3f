package dev.stowage.interop.sidecar;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import java.io.IOException;

/// Steps that many scripts share.
final class ScenarioSteps {
    private ScenarioSteps() {}

    /// Directories are the fastest volumes.
    static DriverProcess localDriver(SidecarScenarioContext context) throws IOException, InterruptedException {
        DriverProcess driver = context.driver("--backend=directory", SidecarManifests.PLACE);
        context.create(SidecarManifests.node("a", "a"));
        return driver;
    }

    /// With snapshots and raw devices.
    static DriverProcess imageDriver(SidecarScenarioContext context) throws IOException, InterruptedException {
        DriverProcess driver = context.driver("--backend=image", "--pool-size=1Gi", SidecarManifests.PLACE);
        context.create(SidecarManifests.node("a", "a"));
        return driver;
    }

    /// A claim `claim`, bound to a volume that the driver already has.
    static void boundClaim(SidecarScenarioContext context, String handle, String size)
            throws IOException, InterruptedException {
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.volume(handle, size));
        context.create(SidecarManifests.claim("claim", size, "volumeName: $NS"));
        awaitBound(context, "claim");
    }

    /// What the scheduler does.
    static void selectNode(SidecarScenarioContext context, String claim, String node)
            throws IOException, InterruptedException {
        context.transcript().remark("the script selects node " + node);
        context.patch(
                ResourceKind.CLAIM,
                claim,
                "{\"metadata\":{\"annotations\":{\"volume.kubernetes.io/selected-node\":\"$NS-" + node + "\"}}}");
    }

    /// @return the name of the volume
    static String awaitBound(SidecarScenarioContext context, String claim) throws IOException, InterruptedException {
        JsonNode bound = context.await(
                "binding of " + claim,
                ResourceKind.CLAIM,
                claim,
                each -> each.at("/status/phase").asText().equals("Bound"));
        context.settle();
        return bound.at("/spec/volumeName").asText();
    }

    static void deleteClaim(SidecarScenarioContext context, String claim) throws IOException, InterruptedException {
        String volume =
                context.get(ResourceKind.CLAIM, claim).at("/spec/volumeName").asText();
        context.delete(ResourceKind.CLAIM, claim);
        context.awaitGone(ResourceKind.CLAIM, claim);
        if (!volume.isEmpty()) {
            context.awaitGone(ResourceKind.VOLUME, volume);
        }
        context.settle();
    }

    /// A pod on node a, where no kubelet runs: it only exists and uses the claim.
    static void pod(SidecarScenarioContext context, String name, String claim)
            throws IOException, InterruptedException {
        context.await("the service account", ResourceKind.SERVICE_ACCOUNT, "default", JsonNode::isObject);
        context.create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  nodeName: $NS-a
                  containers: [{name: main, image: none, volumeMounts: [{name: data, mountPath: /data}]}]
                  volumes: [{name: data, persistentVolumeClaim: {claimName: %s}}]
                """.formatted(name, claim));
    }
}
