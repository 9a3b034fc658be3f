package dev.stowage.control.snapshot;

import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether the content with the expected name is the right one.
final class ContentCheck {

    private ContentCheck() {}

    static Optional<ContentMismatch> check(VolumeSnapshot snapshot, @Nullable VolumeSnapshotContent content) {
        if (content == null || GroupMembership.isMember(snapshot)) {
            return Optional.empty();
        }
        boolean broughtAlong = !snapshot.contentName().isEmpty();
        String name = content.meta().name();
        if (broughtAlong && content.snapshotHandle().isEmpty()) {
            return ContentMismatch.of(
                    "SnapshotContentMismatch",
                    "VolumeSnapshotContent is dynamically provisioned while expecting a pre-provisioned one",
                    "snapshot " + snapshot.key() + " expects a pre-provisioned VolumeSnapshotContent " + name
                            + " but gets a dynamically provisioned one");
        }
        if (!broughtAlong && content.volumeHandle().isEmpty()) {
            return ContentMismatch.of(
                    "SnapshotContentMismatch",
                    "VolumeSnapshotContent " + name
                            + " is pre-provisioned while expecting a dynamically provisioned one",
                    "snapshot " + snapshot.key() + " expects a dynamically provisioned VolumeSnapshotContent " + name
                            + " but gets a pre-provisioned one");
        }
        if (!ContentMismatch.pointsBack(content.snapshot(), snapshot, broughtAlong)) {
            String text = "VolumeSnapshotContent [" + name + "] is bound to a different snapshot";
            return ContentMismatch.of("SnapshotContentMisbound", text, text);
        }
        return Optional.empty();
    }
}
