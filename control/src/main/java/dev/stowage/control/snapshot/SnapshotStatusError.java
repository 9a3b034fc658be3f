package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import java.time.Instant;
import java.util.List;

/// An error of a snapshot: written to its status and recorded as an event, once for each text.
///
/// @param unready whether it also marks the snapshot as not ready
record SnapshotStatusError(boolean unready, String reason, String message) {

    SnapshotActions on(VolumeSnapshot snapshot, Instant now) {
        if (snapshot.error().equals(message)) {
            return SnapshotActions.waiting(message);
        }
        return SnapshotActions.own(List.of(
                        new ClusterAction.PatchObject<>(
                                Kinds.SNAPSHOTS, snapshot, patch(now).onlyIfUnchanged(snapshot)),
                        ClusterAction.RecordEvent.warning(snapshot.reference(), reason, message)))
                .because(message);
    }

    SnapshotActions on(VolumeGroupSnapshot group, Instant now) {
        if (group.error().equals(message)) {
            return SnapshotActions.waiting(message);
        }
        return SnapshotActions.own(List.of(
                        new ClusterAction.PatchObject<>(
                                Kinds.GROUP_SNAPSHOTS, group, patch(now).onlyIfUnchanged(group)),
                        ClusterAction.RecordEvent.warning(group.reference(), reason, message)))
                .because(message);
    }

    private Patch patch(Instant now) {
        ObjectNode body = Json.object();
        ObjectNode status = body.putObject("status");
        status.putObject("error").put("time", SnapshotTimestamps.text(now)).put("message", message);
        if (unready) {
            status.put("readyToUse", false);
        }
        return Patch.merge(body).status();
    }
}
