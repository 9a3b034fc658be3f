package dev.stowage.control.binder;

import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Annotations and finalizers for volumes of migrated in-tree plugins: the CSI driver finds its work by them.
final class MigrationAnnotations {

    private MigrationAnnotations() {}

    /// The changes to the annotations of a claim; null removes one.
    static Map<String, @Nullable String> ofClaim(ObjectMeta claim) {
        String provisioner = claim.annotations()
                .getOrDefault(
                        VolumeAnnotations.STORAGE_PROVISIONER,
                        claim.annotations().get(VolumeAnnotations.BETA_STORAGE_PROVISIONER));
        return annotations(claim, provisioner);
    }

    static Map<String, @Nullable String> ofVolume(ObjectMeta volume) {
        return annotations(volume, volume.annotations().get(VolumeAnnotations.PROVISIONED_BY));
    }

    /// @param provisioner null when the volume was not provisioned dynamically
    static Map<String, @Nullable String> annotations(ObjectMeta meta, @Nullable String provisioner) {
        Map<String, @Nullable String> marks = new HashMap<>();
        String marked = meta.annotation(VolumeAnnotations.MIGRATED_TO);
        String driver =
                provisioner == null ? marked : CsiTranslator.driver(provisioner).orElse("");
        if (!driver.equals(marked)) {
            marks.put(VolumeAnnotations.MIGRATED_TO, driver.isEmpty() ? null : driver);
        }
        return marks;
    }

    /// The finalizers that a volume must have.
    static List<String> finalizers(PersistentVolume volume) {
        List<String> now = volume.meta().finalizers();
        String provisioner = volume.meta().annotation(VolumeAnnotations.PROVISIONED_BY);
        List<String> wanted = new ArrayList<>(now);
        if (CsiTranslator.driver(provisioner).isPresent()) {
            wanted.remove(StorageFinalizers.PV_CONTROLLER);
        } else if (provisioner.startsWith(StorageClassKeys.IN_TREE_PREFIX)) {
            wanted.remove(StorageFinalizers.EXTERNAL_PROVISIONER);
            boolean guarded = volume.reclaimPolicy().equals("Delete");
            if (!guarded) {
                wanted.remove(StorageFinalizers.PV_CONTROLLER);
            } else if (!now.contains(StorageFinalizers.PV_CONTROLLER) && !volume.isBeingDeleted()) {
                wanted.add(StorageFinalizers.PV_CONTROLLER);
            }
        }
        return wanted;
    }
}
