package dev.stowage.node.figures;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import dev.stowage.node.Shared;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.HostVolume;
import dev.stowage.node.volume.PodVolumes;
import dev.stowage.node.volume.VolumeAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which volumes of a pod have figures: those that are there, with files, and not a part of the machine
/// itself.
final class Spots {
    private final PodVolumes volumes;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> persistent;

    Spots(Shared shared, PodVolumes volumes) {
        this.volumes = volumes;
        this.claims = shared.mirrors().of(Kinds.CLAIMS);
        this.persistent = shared.mirrors().of(Kinds.VOLUMES);
    }

    List<Spot> of(NodePod pod) {
        List<Spot> spots = new ArrayList<>();
        if (volumes.answer(pod.uid()) instanceof VolumeAnswer.Ready(var ready)) {
            for (JsonNode volume : pod.volumes()) {
                HostVolume here = ready.get(volume.path("name").asText(""));
                if (here != null && !here.block() && !volume.has("hostPath")) {
                    spots.add(spot(pod, volume, here));
                }
            }
        }
        return spots;
    }

    private Spot spot(NodePod pod, JsonNode volume, HostVolume here) {
        String claim = claim(pod, volume);
        String driver = volume.path("csi").path("driver").asText("");
        String handle = driver.isEmpty() ? "" : "csi-" + KubeletPaths.digest(pod.uid() + here.name());
        if (!claim.isEmpty()) {
            Optional<Volume.CsiSource> csi = source(pod, claim);
            driver = csi.map(Volume.CsiSource::driver).orElse("");
            handle = csi.map(Volume.CsiSource::handle).orElse("");
        }
        return new Spot(pod.uid(), pod.meta().namespace(), here.name(), claim, here.path(), driver, handle);
    }

    private static String claim(NodePod pod, JsonNode volume) {
        return volume.has("ephemeral")
                ? pod.meta().name() + "-" + volume.path("name").asText("")
                : volume.path("persistentVolumeClaim").path("claimName").asText("");
    }

    private Optional<Volume.CsiSource> source(NodePod pod, String claim) {
        return claims.find(new Key(pod.meta().namespace(), claim))
                .flatMap(found -> persistent.find(found.volumeName()))
                .flatMap(found -> Optional.ofNullable(found.csi()));
    }
}
