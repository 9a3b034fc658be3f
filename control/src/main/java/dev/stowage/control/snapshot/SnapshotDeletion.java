package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;

/// Deletes a snapshot: not while it is in use, and after its content if that is deleted with it.
final class SnapshotDeletion {

    private SnapshotDeletion() {}

    static SnapshotActions of(SnapshotState state) {
        VolumeSnapshot snapshot = state.snapshot();
        if (!snapshot.meta().hasFinalizer(SnapshotMetadataKeys.AS_SOURCE_PROTECTION)
                && !snapshot.meta().hasFinalizer(SnapshotMetadataKeys.BOUND_PROTECTION)) {
            return SnapshotActions.nothing();
        }
        VolumeSnapshotContent found = state.content();
        VolumeSnapshotContent content = found != null && found.isBoundTo(snapshot) ? found : null;
        if (content != null && state.restoring()) {
            return pending(snapshot, "Snapshot is being used to restore a PVC");
        }
        if (!GroupMembership.groupOf(snapshot).isEmpty()) {
            if (state.group().unknown()) {
                return SnapshotActions.waiting("group snapshots are not synced yet");
            }
            VolumeGroupSnapshot group = state.group().object();
            if (group != null) {
                return pending(
                        snapshot,
                        "deletion of the individual volume snapshot " + snapshot.key()
                                + " is not allowed as it belongs to group snapshot " + group.key()
                                + ". Deleting the group snapshot will trigger the deletion of all the individual volume"
                                + " snapshots that are part of the group.");
            }
        }
        List<ClusterAction> others = new ArrayList<>();
        if (content != null) {
            boolean marked = mark(content, others);
            if (content.deletionPolicy().equals(SnapshotMetadataKeys.DELETE_POLICY)) {
                if (!content.isBeingDeleted()) {
                    // Its policy may be another by now. Marking it fails then; without a mark to set, the
                    // deletion does.
                    DeleteOptions how = DeleteOptions.defaults();
                    others.add(new ClusterAction.Delete<>(
                            Kinds.SNAPSHOT_CONTENTS, content, marked ? how : how.ifUnchanged()));
                } else if (GroupMembership.groupOf(snapshot).isEmpty()) {
                    others.addAll(UntakenContent.release(content));
                }
                return new SnapshotActions(others, List.of(), "waiting for its content to be deleted");
            }
        }
        return new SnapshotActions(others, release(snapshot), "");
    }

    private static SnapshotActions pending(VolumeSnapshot snapshot, String why) {
        return SnapshotActions.own(
                        List.of(ClusterAction.RecordEvent.warning(snapshot.reference(), "SnapshotDeletePending", why)))
                .because(why);
    }

    /// Regardless of the policy, the driver may delete the storage as soon as the content is deleted.
    ///
    /// @return whether there was something to do
    private static boolean mark(VolumeSnapshotContent content, List<ClusterAction> others) {
        if (content.meta().annotations().containsKey(SnapshotMetadataKeys.BEING_DELETED)) {
            return false;
        }
        ObjectNode body = Json.object();
        body.putObject("metadata").putObject("annotations").put(SnapshotMetadataKeys.BEING_DELETED, "yes");
        others.add(new ClusterAction.PatchObject<>(
                Kinds.SNAPSHOT_CONTENTS, content, Patch.merge(body).onlyIfUnchanged(content)));
        return true;
    }

    private static List<ClusterAction> release(VolumeSnapshot snapshot) {
        ObjectNode body = Json.object();
        var left = body.putObject("metadata").putArray("finalizers");
        snapshot.meta().finalizers().stream()
                .filter(finalizer -> !finalizer.equals(SnapshotMetadataKeys.AS_SOURCE_PROTECTION)
                        && !finalizer.equals(SnapshotMetadataKeys.BOUND_PROTECTION)
                        && !finalizer.equals(SnapshotMetadataKeys.IN_GROUP_PROTECTION))
                .forEach(left::add);
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.SNAPSHOTS, snapshot, Patch.merge(body).onlyIfUnchanged(snapshot)));
    }
}
