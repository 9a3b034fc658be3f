package dev.stowage.node.stats;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.PodVolumes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which volumes of a pod have usage statistics: mounted ones with a file system, except hostPath.
final class VolumeStatsTargets {
    private final KubeletPaths paths;
    private final PodVolumes volumes;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> persistent;

    VolumeStatsTargets(NodeContext nodeContext, PodVolumes volumes) {
        this.paths = nodeContext.paths();
        this.volumes = volumes;
        this.claims = nodeContext.informers().of(Kinds.CLAIMS);
        this.persistent = nodeContext.informers().of(Kinds.VOLUMES);
    }

    List<VolumeStatsTarget> of(NodePod pod) {
        List<VolumeStatsTarget> spots = new ArrayList<>();
        if (volumes.status(pod.uid()) instanceof PodVolumeStatus.Ready(var ready)) {
            for (JsonNode volume : pod.volumes()) {
                HostVolume here = ready.get(volume.path("name").asText(""));
                if (here != null && !here.block() && !volume.has("hostPath") && !volume.has("image")) {
                    spot(pod, volume, here).ifPresent(spots::add);
                }
            }
        }
        return spots;
    }

    private Optional<VolumeStatsTarget> spot(NodePod pod, JsonNode volume, HostVolume here) {
        String claim = claim(pod, volume);
        String driver = volume.path("csi").path("driver").asText("");
        String handle = driver.isEmpty() ? "" : "csi-" + KubeletPaths.digest(pod.uid() + here.name());
        if (!claim.isEmpty()) {
            Optional<PersistentVolume> found = persistentVolume(pod, claim);
            if (found.isEmpty() || !hasStats(found.get())) {
                return Optional.empty();
            }
            Optional<PersistentVolume.CsiSource> csi = found.flatMap(pv -> Optional.ofNullable(pv.csi()));
            driver = csi.map(PersistentVolume.CsiSource::driver).orElse("");
            handle = csi.map(PersistentVolume.CsiSource::handle).orElse("");
        }
        Optional<Path> staging =
                claim.isEmpty() || driver.isEmpty() ? Optional.empty() : Optional.of(paths.csiStaging(driver, handle));
        return Optional.of(new VolumeStatsTarget(
                pod.uid(), pod.meta().namespace(), here.name(), claim, here.path(), driver, handle, staging));
    }

    private static boolean hasStats(PersistentVolume volume) {
        PersistentVolume.InTreeSource source = volume.nodeSource();
        return volume.csi() != null || (source != null && !source.type().equals("hostPath"));
    }

    private static String claim(NodePod pod, JsonNode volume) {
        return volume.has("ephemeral")
                ? pod.meta().name() + "-" + volume.path("name").asText("")
                : volume.path("persistentVolumeClaim").path("claimName").asText("");
    }

    private Optional<PersistentVolume> persistentVolume(NodePod pod, String claim) {
        return claims.find(new NamespacedName(pod.meta().namespace(), claim))
                .flatMap(found -> persistent.find(found.volumeName()));
    }
}
