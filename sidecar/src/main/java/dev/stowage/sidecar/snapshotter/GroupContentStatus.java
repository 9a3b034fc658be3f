package dev.stowage.sidecar.snapshotter;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The status changes of a group's content after a driver call. Values that are set stay.
final class GroupContentStatus {

    private GroupContentStatus() {}

    /// @param members the group's snapshots, for one that was taken; the others are named by the content
    ///     itself
    /// @param now for a driver that does not report the creation time
    /// @return the fields to change; empty when the status is up to date
    static Optional<ObjectNode> change(
            VolumeGroupSnapshotContent.@Nullable Status seen,
            String handle,
            VolumeGroupSnapshot group,
            List<Snapshot> members,
            Instant now) {
        ObjectNode change = Json.object();
        if (seen == null || seen.handle().isEmpty()) {
            change.put("volumeGroupSnapshotHandle", handle);
        }
        if (seen == null || seen.ready() == null || seen.ready() != group.getReadyToUse()) {
            change.put("readyToUse", group.getReadyToUse());
            if (group.getReadyToUse() && seen != null && !seen.error().isEmpty()) {
                change.putNull("error");
            }
        }
        if (seen == null || seen.created().isEmpty()) {
            change.put(
                    "creationTime",
                    created(group, now).truncatedTo(ChronoUnit.SECONDS).toString());
        }
        if (!members.isEmpty() && (seen == null || seen.members().isEmpty())) {
            write(members, change.putArray("volumeSnapshotInfoList"));
        }
        return change.isEmpty() ? Optional.empty() : Optional.of(change);
    }

    private static Instant created(VolumeGroupSnapshot group, Instant now) {
        return group.hasCreationTime()
                ? Instant.ofEpochSecond(
                        group.getCreationTime().getSeconds(),
                        group.getCreationTime().getNanos())
                : now;
    }

    private static void write(List<Snapshot> members, ArrayNode list) {
        for (Snapshot member : members) {
            ObjectNode info = list.addObject()
                    .put("volumeHandle", member.getSourceVolumeId())
                    .put("snapshotHandle", member.getSnapshotId())
                    .put("readyToUse", member.getReadyToUse());
            if (member.hasCreationTime()) {
                info.put("creationTime", SnapshotState.nanos(member.getCreationTime()));
            }
            if (member.getSizeBytes() != 0) {
                info.put("restoreSize", member.getSizeBytes());
            }
        }
    }
}
