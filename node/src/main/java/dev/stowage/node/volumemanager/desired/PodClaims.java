package dev.stowage.node.volumemanager.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.node.pod.NodePod;

/// The claims that a pod uses, by name or through generic ephemeral volumes.
public final class PodClaims {

    private PodClaims() {}

    public static boolean uses(NodePod pod, NamespacedName claim) {
        return pod.meta().namespace().equals(claim.namespace())
                && pod.volumes().stream().anyMatch(volume -> name(pod, volume).equals(claim.name()));
    }

    public static boolean hasInline(NodePod pod, String driver) {
        return pod.volumes().stream()
                .anyMatch(volume -> volume.path("csi").path("driver").asText("").equals(driver));
    }

    private static String name(NodePod pod, JsonNode volume) {
        return volume.path("ephemeral").isObject()
                ? pod.meta().name() + "-" + volume.path("name").asText("")
                : volume.path("persistentVolumeClaim").path("claimName").asText("");
    }
}
