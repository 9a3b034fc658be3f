package dev.stowage.control.snapshot;

import dev.stowage.k8s.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What contents need for themselves: whatever concerns their snapshots is decided there. A content whose snapshot is
/// merely missing is left alone: it may have been brought from another cluster, and what is behind it with it.
final class ContentDecision {

    private ContentDecision() {}

    static List<ClusterAction> of(VolumeSnapshotContent content) {
        if (content.volumeHandle().isEmpty() == content.snapshotHandle().isEmpty()) {
            return List.of(ClusterAction.RecordEvent.warning(
                    content.reference(),
                    "ContentValidationError",
                    "Exactly one of VolumeHandle and SnapshotHandle should be specified"));
        }
        return isBound(content.snapshot())
                        && !content.isBeingDeleted()
                        && !content.meta().hasFinalizer(SnapshotMetadataKeys.CONTENT)
                ? List.of(new ClusterAction.PatchObject<>(
                        Kinds.SNAPSHOT_CONTENTS, content, Patch.addFinalizer(content, SnapshotMetadataKeys.CONTENT)))
                : List.of();
    }

    static List<ClusterAction> of(VolumeGroupSnapshotContent content) {
        if (content.volumeHandles().isEmpty() == content.groupHandle().isEmpty()) {
            return List.of(ClusterAction.RecordEvent.warning(
                    content.reference(),
                    "GroupContentValidationError",
                    "Exactly one of GroupSnapshotHandles and VolumeHandles should be specified"));
        }
        return isBound(content.groupSnapshot())
                        && !content.isBeingDeleted()
                        && !content.meta().hasFinalizer(SnapshotMetadataKeys.GROUP_CONTENT)
                ? List.of(new ClusterAction.PatchObject<>(
                        Kinds.GROUP_SNAPSHOT_CONTENTS,
                        content,
                        Patch.addFinalizer(content, SnapshotMetadataKeys.GROUP_CONTENT)))
                : List.of();
    }

    private static boolean isBound(@Nullable ObjectReference reference) {
        return reference != null && !reference.uid().isEmpty();
    }
}
