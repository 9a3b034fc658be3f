package dev.stowage.control.binder;

import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;

/// What happens to a volume whose claim is deleted.
sealed interface ReclaimDecision {

    /// It stays, or the provisioner that created it sees that it is released and deletes it.
    record NotOurs() implements ReclaimDecision {}

    /// It cannot be reclaimed yet.
    record InUse(String message) implements ReclaimDecision {}

    /// No component can do what its reclaim policy requires.
    record Refused(String reason, String message) implements ReclaimDecision {}

    /// @param users pods that still use it
    static ReclaimDecision of(PersistentVolume volume, boolean migrated, List<String> users) {
        if (migrated) {
            return new NotOurs();
        }
        return switch (volume.reclaimPolicy()) {
            case "Retain" -> new NotOurs();
            case "Delete" -> delete(volume);
            case "Recycle" ->
                users.isEmpty()
                        ? new Refused("VolumeFailedRecycle", "No recycler plugin found for the volume!")
                        : new InUse("Volume is used by pods: " + String.join(",", users));
            default ->
                new Refused("VolumeUnknownReclaimPolicy", "Volume has unrecognized PersistentVolumeReclaimPolicy");
        };
    }

    private static ReclaimDecision delete(PersistentVolume volume) {
        String provisioner = volume.meta().annotation(VolumeAnnotations.PROVISIONED_BY);
        if (!provisioner.isEmpty()) {
            return provisioner.startsWith(StorageClassKeys.IN_TREE_PREFIX)
                            && CsiTranslator.driver(provisioner).isEmpty()
                    ? new Refused(
                            VolumeEventReasons.VOLUME_FAILED_DELETE, "no volume plugin matched name: " + provisioner)
                    : new NotOurs();
        }
        return volume.csi() != null
                ? new NotOurs()
                : new Refused(
                        VolumeEventReasons.VOLUME_FAILED_DELETE,
                        "error getting deleter volume plugin for volume \""
                                + volume.meta().name() + "\": no volume plugin matched");
    }
}
