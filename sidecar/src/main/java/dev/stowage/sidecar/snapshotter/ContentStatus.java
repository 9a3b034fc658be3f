package dev.stowage.sidecar.snapshotter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The status changes of a content after a driver call. Values that are set stay: handle, creation time and
/// size are those of the first response.
final class ContentStatus {

    private ContentStatus() {}

    /// @param now nanoseconds since 1970, for a driver that does not report the creation time
    /// @return the fields to change; empty when the status is up to date
    static Optional<ObjectNode> change(
            VolumeSnapshotContent.@Nullable Status seen, SnapshotState snapshotState, long now) {
        ObjectNode change = Json.object();
        if (seen == null || seen.handle().isEmpty()) {
            change.put("snapshotHandle", snapshotState.handle());
        }
        if (seen == null || seen.ready() == null || seen.ready() != snapshotState.ready()) {
            change.put("readyToUse", snapshotState.ready());
            if (snapshotState.ready() && seen != null && !seen.error().isEmpty()) {
                change.putNull("error");
            }
        }
        if (seen == null || seen.created() == null) {
            change.put("creationTime", snapshotState.created() == null ? now : snapshotState.created());
        }
        if (snapshotState.size() > 0 && (seen == null || seen.restoreSize() == null)) {
            change.put("restoreSize", snapshotState.size());
        }
        if (!snapshotState.groupHandle().isEmpty()
                && (seen == null || seen.groupHandle().isEmpty())) {
            change.put("volumeGroupSnapshotHandle", snapshotState.groupHandle());
        }
        return change.isEmpty() ? Optional.empty() : Optional.of(change);
    }
}
