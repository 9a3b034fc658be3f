package dev.stowage.control.snapshot;

import dev.stowage.control.act.Act;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What contents need for themselves: whatever concerns their snapshots is decided there. A content whose snapshot is
/// merely missing is left alone: it may have been brought from another cluster, and what is behind it with it.
final class ContentRules {

    private ContentRules() {}

    static List<Act> of(VolumeSnapshotContent content) {
        if (content.volumeHandle().isEmpty() == content.snapshotHandle().isEmpty()) {
            return List.of(Act.Tell.warning(
                    content.reference(),
                    "ContentValidationError",
                    "Exactly one of VolumeHandle and SnapshotHandle should be specified"));
        }
        return isBound(content.snapshot())
                        && !content.isBeingDeleted()
                        && !content.meta().hasFinalizer(Marks.CONTENT)
                ? List.of(
                        new Act.Change<>(Kinds.SNAPSHOT_CONTENTS, content, Patch.addFinalizer(content, Marks.CONTENT)))
                : List.of();
    }

    static List<Act> of(VolumeGroupSnapshotContent content) {
        if (content.volumeHandles().isEmpty() == content.groupHandle().isEmpty()) {
            return List.of(Act.Tell.warning(
                    content.reference(),
                    "GroupContentValidationError",
                    "Exactly one of GroupSnapshotHandles and VolumeHandles should be specified"));
        }
        return isBound(content.groupSnapshot())
                        && !content.isBeingDeleted()
                        && !content.meta().hasFinalizer(Marks.GROUP_CONTENT)
                ? List.of(new Act.Change<>(
                        Kinds.GROUP_SNAPSHOT_CONTENTS, content, Patch.addFinalizer(content, Marks.GROUP_CONTENT)))
                : List.of();
    }

    private static boolean isBound(@Nullable ObjectReference reference) {
        return reference != null && !reference.uid().isEmpty();
    }
}
