package dev.stowage.explain.chain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.List;
import java.util.Optional;

/// The claims of a pod, by volume.
public final class PodVolumes {

    private PodVolumes() {}

    /// One volume of a pod's specification.
    ///
    /// @param name its name in the pod
    /// @param claim its claim; empty for an inline volume
    /// @param ephemeral whether the claim is created for this pod, and deleted with it
    /// @param driver the driver of a CSI inline volume; empty otherwise
    public record PodVolume(String name, String claim, boolean ephemeral, String driver) {}

    /// The volumes with a driver or a claim, without hostPath volumes and secrets.
    public static List<PodVolume> of(KubeResource pod) {
        return pod.list("/spec/volumes")
                .flatMap(each -> read(pod, each).stream())
                .toList();
    }

    public static Optional<PodVolume> named(KubeResource pod, String name) {
        return of(pod).stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static Optional<PodVolume> read(KubeResource pod, JsonNode volume) {
        String name = volume.path("name").asText("");
        if (volume.path("persistentVolumeClaim").isObject()) {
            String claim = volume.at("/persistentVolumeClaim/claimName").asText("");
            return Optional.of(new PodVolume(name, claim, false, ""));
        }
        if (volume.path("ephemeral").isObject()) {
            return Optional.of(new PodVolume(name, pod.name() + "-" + name, true, ""));
        }
        if (volume.path("csi").isObject()) {
            return Optional.of(
                    new PodVolume(name, "", false, volume.at("/csi/driver").asText("")));
        }
        return Optional.empty();
    }
}
