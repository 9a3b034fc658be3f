package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks whether a claim can be restored from a snapshot. Each rule returns the problem.
final class SnapshotValidation {
    static final String PROTECTION = StorageFinalizers.SNAPSHOT_AS_SOURCE_PROTECTION;

    private SnapshotValidation() {}

    /// The rules that need only the snapshot.
    static Optional<String> problem(VolumeSnapshot snapshot) {
        String name = snapshot.meta().name();
        // With our protection, the driver was called before the deletion was requested: stopping now could
        // lose a volume.
        if (snapshot.isBeingDeleted() && !snapshot.meta().hasFinalizer(PROTECTION)) {
            return Optional.of("snapshot " + name + " is being deleted");
        }
        return snapshot.boundContent().isEmpty() ? Optional.of("snapshot " + name + " not bound") : Optional.empty();
    }

    static Optional<String> problem(
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            VolumeSnapshot snapshot,
            VolumeSnapshotContent content,
            boolean preventModeConversion) {
        String name = snapshot.meta().name();
        if (!isOf(content.snapshot(), snapshot)) {
            return Optional.of("snapshotcontent " + content.meta().name() + " for snapshot " + name
                    + " is bound to a different snapshot");
        }
        if (!content.driver().equals(storageClass.provisioner())) {
            return Optional.of("snapshotcontent " + content.meta().name() + " for snapshot " + name
                    + " is not handled by CSI driver of StorageClass "
                    + storageClass.meta().name());
        }
        if (!Boolean.TRUE.equals(snapshot.ready())) {
            return Optional.of("snapshot " + name + " is not Ready");
        }
        if (content.status() == null || content.status().handle().isEmpty()) {
            return Optional.of("snapshot handle " + name + " is not available");
        }
        if (snapshot.restoreSize() != null && claim.request().compareTo(snapshot.restoreSize()) < 0) {
            return Optional.of("requested volume size " + claim.request().value() + " is less than the size "
                    + snapshot.restoreSize().value() + " for the source snapshot " + name);
        }
        return preventModeConversion ? modeProblem(claim, content) : Optional.empty();
    }

    private static boolean isOf(@Nullable ObjectReference reference, VolumeSnapshot snapshot) {
        return reference != null
                && reference.uid().equals(snapshot.meta().uid())
                && reference.key().equals(snapshot.key());
    }

    /// Data of a file system is read as a raw device, or vice versa, only if the snapshot allows it.
    private static Optional<String> modeProblem(PersistentVolumeClaim claim, VolumeSnapshotContent content) {
        if (content.sourceVolumeMode().isEmpty() || content.sourceVolumeMode().equals(claim.volumeMode())) {
            return Optional.empty();
        }
        String allowed = content.meta().annotations().get(SnapshotMetadataKeys.ALLOW_VOLUME_MODE_CHANGE);
        String why = switch (allowed) {
            case null ->
                SnapshotMetadataKeys.ALLOW_VOLUME_MODE_CHANGE + " annotation is not present on snapshotcontent "
                        + content.meta().name();
            case "1", "t", "T", "true", "TRUE", "True" -> "";
            case "0", "f", "F", "false", "FALSE", "False" ->
                SnapshotMetadataKeys.ALLOW_VOLUME_MODE_CHANGE + " is set to false on snapshotcontent "
                        + content.meta().name();
            default ->
                "the annotation " + SnapshotMetadataKeys.ALLOW_VOLUME_MODE_CHANGE + " is neither true nor false but \""
                        + allowed + "\"";
        };
        return why.isEmpty()
                ? Optional.empty()
                : Optional.of("requested volume " + claim.key() + " modifies the mode of the source volume but does not"
                        + " have permission to do so. " + why);
    }
}
