package dev.stowage.control.snapshot;

import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether the group content with the expected name is the right one.
final class GroupContentCheck {

    private GroupContentCheck() {}

    static Optional<ContentMismatch> check(VolumeGroupSnapshot group, @Nullable VolumeGroupSnapshotContent content) {
        boolean broughtAlong = !group.contentName().isEmpty();
        String expected = broughtAlong ? group.contentName() : ContentName.taken(group);
        if (content == null || !content.meta().name().equals(expected)) {
            return Optional.empty();
        }
        if (broughtAlong && content.groupHandle().isEmpty()) {
            return ContentMismatch.of(
                    "GroupSnapshotContentMismatch",
                    "VolumeGroupSnapshotContent is dynamically provisioned while expecting a pre-provisioned one",
                    "group snapshot " + group.key() + " expects a pre-provisioned VolumeGroupSnapshotContent "
                            + expected + " but gets a dynamically provisioned one");
        }
        if (!broughtAlong && !content.groupHandle().isEmpty()) {
            return ContentMismatch.of(
                    "GroupSnapshotContentMismatch",
                    "VolumeGroupSnapshotContent " + expected
                            + " is pre-provisioned while expecting a dynamically provisioned one",
                    "group snapshot " + group.key() + " expects a dynamically provisioned VolumeGroupSnapshotContent "
                            + expected + " but gets a pre-provisioned one");
        }
        if (!ContentMismatch.pointsBack(content.groupSnapshot(), group, broughtAlong)) {
            String text = "VolumeGroupSnapshotContent [" + expected + "] is bound to a different group snapshot";
            return ContentMismatch.of("GroupSnapshotContentMisbound", text, text);
        }
        return Optional.empty();
    }
}
