package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import java.util.ArrayList;
import java.util.List;

/// Deletes a group snapshot with its members, unless one of them is in use.
final class GroupSnapshotDeletion {

    private GroupSnapshotDeletion() {}

    static SnapshotActions of(GroupSnapshotState state) {
        VolumeGroupSnapshot group = state.group();
        if (!group.meta().hasFinalizer(SnapshotMetadataKeys.GROUP_BOUND_PROTECTION)) {
            return SnapshotActions.nothing();
        }
        if (!state.restoring().isEmpty()) {
            String why = "Snapshot " + state.restoring().getFirst().key() + " belonging to VolumeGroupSnapshot "
                    + group.key() + " is being used to restore a PVC";
            return SnapshotActions.own(
                            List.of(ClusterAction.RecordEvent.warning(group.reference(), "SnapshotDeletePending", why)))
                    .because(why);
        }
        VolumeGroupSnapshotContent found = state.content();
        VolumeGroupSnapshotContent content = found != null && found.isBoundTo(group) ? found : null;
        boolean together = content != null && content.deletionPolicy().equals(SnapshotMetadataKeys.DELETE_POLICY);
        List<ClusterAction> others = new ArrayList<>();
        if (content != null) {
            boolean marked = mark(content, others);
            if (together && !content.isBeingDeleted()) {
                // Its policy may be another by now. Marking it fails then; without a mark to set, the
                // deletion does.
                DeleteOptions how = DeleteOptions.defaults();
                others.add(new ClusterAction.Delete<>(
                        Kinds.GROUP_SNAPSHOT_CONTENTS, content, marked ? how : how.ifUnchanged()));
            } else if (together) {
                others.addAll(UntakenContent.release(content));
            }
        }
        for (VolumeSnapshot part : state.parts()) {
            if (!part.isBeingDeleted()) {
                others.add(new ClusterAction.Delete<>(Kinds.SNAPSHOTS, part));
            }
        }
        return together
                ? new SnapshotActions(others, List.of(), "waiting for its content to be deleted")
                : new SnapshotActions(
                        others,
                        List.of(new ClusterAction.PatchObject<>(
                                Kinds.GROUP_SNAPSHOTS,
                                group,
                                Patch.removeFinalizer(group, SnapshotMetadataKeys.GROUP_BOUND_PROTECTION))),
                        "");
    }

    /// @return whether there was something to do
    private static boolean mark(VolumeGroupSnapshotContent content, List<ClusterAction> others) {
        if (content.meta().annotations().containsKey(SnapshotMetadataKeys.GROUP_BEING_DELETED)) {
            return false;
        }
        ObjectNode body = Json.object();
        body.putObject("metadata").putObject("annotations").put(SnapshotMetadataKeys.GROUP_BEING_DELETED, "yes");
        others.add(new ClusterAction.PatchObject<>(
                Kinds.GROUP_SNAPSHOT_CONTENTS, content, Patch.merge(body).onlyIfUnchanged(content)));
        return true;
    }
}
