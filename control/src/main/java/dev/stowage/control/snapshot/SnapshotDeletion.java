package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;

/// How a snapshot goes: not while it is in use, and after its content when that goes with it.
final class SnapshotDeletion {

    private SnapshotDeletion() {}

    static Verdict of(SnapshotSight sight) {
        VolumeSnapshot snapshot = sight.snapshot();
        if (!snapshot.meta().hasFinalizer(Marks.AS_SOURCE) && !snapshot.meta().hasFinalizer(Marks.BOUND)) {
            return Verdict.nothing();
        }
        VolumeSnapshotContent found = sight.content();
        VolumeSnapshotContent content = found != null && found.isBoundTo(snapshot) ? found : null;
        if (content != null && sight.restoring()) {
            return pending(snapshot, "Snapshot is being used to restore a PVC");
        }
        if (!Membership.groupOf(snapshot).isEmpty()) {
            if (sight.group().unknown()) {
                return Verdict.waiting("whether its group is still there is not known yet");
            }
            VolumeGroupSnapshot group = sight.group().object();
            if (group != null) {
                return pending(
                        snapshot,
                        "deletion of the individual volume snapshot " + snapshot.key()
                                + " is not allowed as it belongs to group snapshot " + group.key()
                                + ". Deleting the group snapshot will trigger the deletion of all the individual volume"
                                + " snapshots that are part of the group.");
            }
        }
        List<Act> others = new ArrayList<>();
        if (content != null) {
            mark(content, others);
            if (content.deletionPolicy().equals(Marks.DELETE)) {
                if (!content.isBeingDeleted()) {
                    others.add(new Act.Remove<>(Kinds.SNAPSHOT_CONTENTS, content));
                }
                return new Verdict(others, List.of(), "its content is on its way out");
            }
        }
        return new Verdict(others, release(snapshot), "");
    }

    private static Verdict pending(VolumeSnapshot snapshot, String why) {
        return Verdict.own(List.of(Act.Tell.warning(snapshot.reference(), "SnapshotDeletePending", why)))
                .because(why);
    }

    /// Whatever becomes of the content, the driver may delete what is behind it as soon as the content is deleted.
    private static void mark(VolumeSnapshotContent content, List<Act> others) {
        if (content.meta().annotations().containsKey(Marks.BEING_DELETED)) {
            return;
        }
        ObjectNode body = Json.object();
        body.putObject("metadata").putObject("annotations").put(Marks.BEING_DELETED, "yes");
        others.add(new Act.Change<>(
                Kinds.SNAPSHOT_CONTENTS, content, Patch.merge(body).onlyIfUnchanged(content)));
    }

    private static List<Act> release(VolumeSnapshot snapshot) {
        ObjectNode body = Json.object();
        var left = body.putObject("metadata").putArray("finalizers");
        snapshot.meta().finalizers().stream()
                .filter(finalizer -> !finalizer.equals(Marks.AS_SOURCE)
                        && !finalizer.equals(Marks.BOUND)
                        && !finalizer.equals(Marks.IN_GROUP))
                .forEach(left::add);
        return List.of(
                new Act.Change<>(Kinds.SNAPSHOTS, snapshot, Patch.merge(body).onlyIfUnchanged(snapshot)));
    }
}
