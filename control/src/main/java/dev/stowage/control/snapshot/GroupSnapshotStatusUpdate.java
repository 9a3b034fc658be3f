package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import java.util.ArrayList;
import java.util.List;

/// What a group snapshot's status copies from its content.
final class GroupSnapshotStatusUpdate {
    private static final VolumeGroupSnapshotContent.Status BLANK =
            new VolumeGroupSnapshotContent.Status("", null, "", "", List.of(), "");

    private GroupSnapshotStatusUpdate() {}

    static List<ClusterAction> acts(VolumeGroupSnapshot to, VolumeGroupSnapshotContent content) {
        return acts(to, content.meta().name(), content.status() == null ? BLANK : content.status());
    }

    /// For a content that was just created.
    static List<ClusterAction> fresh(VolumeGroupSnapshot group, String content) {
        return acts(group, content, BLANK);
    }

    private static List<ClusterAction> acts(
            VolumeGroupSnapshot to, String content, VolumeGroupSnapshotContent.Status from) {
        ObjectNode body = Json.object();
        ObjectNode status = body.putObject("status");
        List<ClusterAction> events = new ArrayList<>();
        boolean ready = from.ready() != null && from.ready();
        if (to.boundContent().isEmpty()) {
            status.put("boundVolumeGroupSnapshotContentName", content);
        }
        if (to.created().isEmpty() && !from.created().isEmpty()) {
            status.put("creationTime", from.created());
            events.add(ClusterAction.RecordEvent.normal(
                    to.reference(),
                    "GroupSnapshotCreated",
                    "GroupSnapshot " + to.key() + " was successfully created by the CSI driver."));
        }
        if (to.ready() == null || to.ready() != ready) {
            status.put("readyToUse", ready);
        }
        if (ready && !to.isReady()) {
            events.add(ClusterAction.RecordEvent.normal(
                    to.reference(), "GroupSnapshotReady", "GroupSnapshot " + to.key() + " is ready to use."));
        }
        if (from.error().isEmpty() && !to.error().isEmpty()) {
            status.putNull("error");
        } else if (!from.error().equals(to.error()) || !from.errorTime().equals(to.errorTime())) {
            ObjectNode error = status.putObject("error").put("message", from.error());
            if (!from.errorTime().isEmpty()) {
                error.put("time", from.errorTime());
            }
        }
        if (status.isEmpty()) {
            return List.of();
        }
        List<ClusterAction> actions = new ArrayList<>();
        actions.add(new ClusterAction.PatchObject<>(
                Kinds.GROUP_SNAPSHOTS, to, Patch.merge(body).status().onlyIfUnchanged(to)));
        actions.addAll(events);
        return actions;
    }
}
