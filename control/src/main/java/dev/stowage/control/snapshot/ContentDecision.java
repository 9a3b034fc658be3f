package dev.stowage.control.snapshot;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides for a content by itself; what concerns its snapshot is decided there. A content whose snapshot
/// does not exist is left alone: it may have been imported from another cluster together with its storage.
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
                        && !content.meta().hasFinalizer(SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION)
                ? List.of(new ClusterAction.PatchObject<>(
                        Kinds.SNAPSHOT_CONTENTS,
                        content,
                        Patch.addFinalizer(content, SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION)))
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
                        && !content.meta().hasFinalizer(SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION)
                ? List.of(new ClusterAction.PatchObject<>(
                        Kinds.GROUP_SNAPSHOT_CONTENTS,
                        content,
                        Patch.addFinalizer(content, SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION)))
                : List.of();
    }

    private static boolean isBound(@Nullable ObjectReference reference) {
        return reference != null && !reference.uid().isEmpty();
    }
}
