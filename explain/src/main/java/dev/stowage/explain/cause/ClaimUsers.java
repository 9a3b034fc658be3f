package dev.stowage.explain.cause;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.List;

/// The pods that use a claim, and their state.
public final class ClaimUsers {

    private ClaimUsers() {}

    /// All pods that reference it, including terminated ones.
    public static List<KubeResource> of(KubeResource claim, ClusterState clusterState) {
        return clusterState.all(ResourceKind.POD).stream()
                .filter(pod -> pod.namespace().equals(claim.namespace()) && names(pod, claim.name()))
                .toList();
    }

    private static boolean names(KubeResource pod, String claim) {
        return pod.list("/spec/volumes").anyMatch(volume -> claimOf(pod, volume).equals(claim));
    }

    /// Empty for volumes without a claim.
    public static String claimOf(KubeResource pod, JsonNode volume) {
        if (volume.path("ephemeral").isObject()) {
            return pod.name() + "-" + volume.path("name").asText("");
        }
        return volume.at("/persistentVolumeClaim/claimName").asText("");
    }

    public static String node(KubeResource pod) {
        return pod.text("/spec/nodeName");
    }

    public static String phase(KubeResource pod) {
        return pod.text("/status/phase");
    }

    /// It has terminated for good.
    public static boolean isOver(KubeResource pod) {
        return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
    }

    /// It has a node and has not started there: its volumes are not all mounted, or its images not all pulled.
    public static boolean isStarting(KubeResource pod) {
        return !node(pod).isEmpty()
                && !pod.isDeleting()
                && (phase(pod).equals("Pending") || phase(pod).isEmpty());
    }
}
