package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a snapshot's status copies from its content.
final class SnapshotStatusUpdate {

    private static final VolumeSnapshotContent.Status BLANK =
            new VolumeSnapshotContent.Status("", null, null, null, "", "", "");

    private SnapshotStatusUpdate() {}

    /// @param unready whether a failure also marks the snapshot as not ready
    static SnapshotActions of(SnapshotState state, VolumeSnapshotContent content, boolean unready) {
        VolumeSnapshotContent.Status from = content.status() == null ? BLANK : content.status();
        String group = state.group().ofContent();
        if (!from.groupHandle().isEmpty() && group.isEmpty()) {
            String text = "updateSnapshotStatus: cannot find the group snapshot for VolumeSnapshot ["
                    + state.snapshot().key() + "], will not update snapshot status";
            return new SnapshotStatusError(
                            unready, "SnapshotStatusUpdateFailed", "Snapshot status update failed, " + text)
                    .on(state.snapshot(), state.now());
        }
        return SnapshotActions.own(acts(
                state.snapshot(),
                content.meta().name(),
                from,
                from.groupHandle().isEmpty() ? "" : group));
    }

    /// For a content that was just created.
    static List<ClusterAction> fresh(VolumeSnapshot snapshot, String content) {
        return acts(snapshot, content, BLANK, "");
    }

    private static List<ClusterAction> acts(
            VolumeSnapshot to, String content, VolumeSnapshotContent.Status from, String group) {
        ObjectNode body = Json.object();
        ObjectNode status = body.putObject("status");
        List<ClusterAction> events = new ArrayList<>();
        boolean ready = from.ready() != null && from.ready();
        if (to.boundContent().isEmpty()) {
            status.put("boundVolumeSnapshotContentName", content);
        }
        if (to.created().isEmpty() && from.created() != null) {
            status.put("creationTime", SnapshotTimestamps.ofNanoseconds(from.created()));
            events.add(ClusterAction.RecordEvent.normal(
                    to.reference(),
                    "SnapshotCreated",
                    "Snapshot " + to.key() + " was successfully created by the CSI driver."));
        }
        if (to.ready() == null || to.ready() != ready) {
            status.put("readyToUse", ready);
        }
        if (ready && !to.isReady()) {
            events.add(ClusterAction.RecordEvent.normal(
                    to.reference(), "SnapshotReady", "Snapshot " + to.key() + " is ready to use."));
        }
        if (from.restoreSize() != null && learnsSize(to.restoreSize(), from.restoreSize())) {
            status.put("restoreSize", Quantity.ofBytes(from.restoreSize()).text());
        }
        copyError(to, from, status);
        if (to.groupName().isEmpty() && !group.isEmpty()) {
            status.put("volumeGroupSnapshotName", group);
        }
        if (status.isEmpty()) {
            return List.of();
        }
        List<ClusterAction> actions = new ArrayList<>();
        actions.add(new ClusterAction.PatchObject<>(
                Kinds.SNAPSHOTS, to, Patch.merge(body).status().onlyIfUnchanged(to)));
        actions.addAll(events);
        return actions;
    }

    private static boolean learnsSize(@Nullable Quantity known, long size) {
        return known == null || (known.isZero() && size > 0);
    }

    /// An error of the content is an error of the snapshot; none there, none here.
    private static void copyError(VolumeSnapshot to, VolumeSnapshotContent.Status from, ObjectNode status) {
        if (from.error().isEmpty() && !to.error().isEmpty()) {
            status.putNull("error");
        } else if (!from.error().equals(to.error()) || !from.errorTime().equals(to.errorTime())) {
            ObjectNode error = status.putObject("error").put("message", from.error());
            if (!from.errorTime().isEmpty()) {
                error.put("time", from.errorTime());
            }
        }
    }
}
