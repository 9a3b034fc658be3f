package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The volumes of a pod that count against the limits of a node.
final class CsiVolumeUsage {

    private CsiVolumeUsage() {}

    /// The driver of each, by a name that is the same for every pod that uses the volume.
    static Map<String, String> of(Pod pod, StorageState storageState) {
        Map<String, String> volumes = new HashMap<>();
        for (String name : pod.claims()) {
            PersistentVolumeClaim claim =
                    storageState.claims().get(new NamespacedName(pod.meta().namespace(), name));
            if (claim != null) {
                add(volumes, claim, storageState);
            }
        }
        return volumes.isEmpty() ? Map.of() : volumes;
    }

    private static void add(Map<String, String> volumes, PersistentVolumeClaim claim, StorageState storageState) {
        PersistentVolume volume = storageState.volumes().get(claim.volumeName());
        if (volume != null) {
            PersistentVolume.CsiSource csi = translated(volume).csi();
            if (csi != null) {
                volumes.put(name(csi.driver(), csi.handle()), csi.driver());
            }
            return;
        }
        // It has no handle yet: until then the claim's name stands for it.
        Optional<String> provisioner = storageState.classOf(claim).map(found -> found.provisioner());
        provisioner
                .map(old -> CsiTranslator.driver(old).orElse(old))
                .ifPresent(driver -> volumes.put(name(driver, "claim " + claim.key()), driver));
    }

    static String name(String driver, String handle) {
        return driver + "/" + handle;
    }

    /// What cannot be translated stays as it is: that is not a reason to keep a pod pending.
    static PersistentVolume translated(PersistentVolume volume) {
        try {
            return CsiTranslator.toCsi(volume);
        } catch (IllegalArgumentException e) {
            return volume;
        }
    }
}
