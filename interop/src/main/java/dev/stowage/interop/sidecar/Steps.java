package dev.stowage.interop.sidecar;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import java.io.IOException;

/// What many scripts do.
final class Steps {
    private Steps() {}

    /// Directories are the quickest volumes there are.
    static DriverProcess localDriver(Play play) throws IOException, InterruptedException {
        DriverProcess driver = play.driver("--backend=directory", Manifests.PLACE);
        play.create(Manifests.node("a", "a"));
        return driver;
    }

    /// With snapshots and raw devices.
    static DriverProcess imageDriver(Play play) throws IOException, InterruptedException {
        DriverProcess driver = play.driver("--backend=image", "--pool-size=1Gi", Manifests.PLACE);
        play.create(Manifests.node("a", "a"));
        return driver;
    }

    /// A claim `claim`, bound to a volume that the driver already has.
    static void boundClaim(Play play, String handle, String size) throws IOException, InterruptedException {
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.volume(handle, size));
        play.create(Manifests.claim("claim", size, "volumeName: $NS"));
        awaitBound(play, "claim");
    }

    /// What the scheduler does.
    static void selectNode(Play play, String claim, String node) throws IOException, InterruptedException {
        play.transcript().remark("the script selects node " + node);
        play.patch(
                Kind.CLAIM,
                claim,
                "{\"metadata\":{\"annotations\":{\"volume.kubernetes.io/selected-node\":\"$NS-" + node + "\"}}}");
    }

    /// @return the name of the volume
    static String awaitBound(Play play, String claim) throws IOException, InterruptedException {
        JsonNode bound = play.await(
                "binding of " + claim,
                Kind.CLAIM,
                claim,
                each -> each.at("/status/phase").asText().equals("Bound"));
        play.settle();
        return bound.at("/spec/volumeName").asText();
    }

    static void deleteClaim(Play play, String claim) throws IOException, InterruptedException {
        String volume = play.get(Kind.CLAIM, claim).at("/spec/volumeName").asText();
        play.delete(Kind.CLAIM, claim);
        play.awaitGone(Kind.CLAIM, claim);
        if (!volume.isEmpty()) {
            play.awaitGone(Kind.VOLUME, volume);
        }
        play.settle();
    }

    /// On node a, for which nobody runs it; it is there and has the claim.
    static void pod(Play play, String name, String claim) throws IOException, InterruptedException {
        play.await("the service account", Kind.SERVICE_ACCOUNT, "default", JsonNode::isObject);
        play.create("""
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
