package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import java.util.ArrayList;
import java.util.List;

/// How a group snapshot goes: not while one of its parts is in use, and its parts with it.
final class GroupDeletion {

    private GroupDeletion() {}

    static Verdict of(GroupSight sight) {
        VolumeGroupSnapshot group = sight.group();
        if (!group.meta().hasFinalizer(Marks.GROUP_BOUND)) {
            return Verdict.nothing();
        }
        if (!sight.restoring().isEmpty()) {
            String why = "Snapshot " + sight.restoring().getFirst().key() + " belonging to VolumeGroupSnapshot "
                    + group.key() + " is being used to restore a PVC";
            return Verdict.own(List.of(Act.Tell.warning(group.reference(), "SnapshotDeletePending", why)))
                    .because(why);
        }
        VolumeGroupSnapshotContent found = sight.content();
        VolumeGroupSnapshotContent content = found != null && found.isBoundTo(group) ? found : null;
        boolean together = content != null && content.deletionPolicy().equals(Marks.DELETE);
        List<Act> others = new ArrayList<>();
        if (content != null) {
            mark(content, others);
            if (together && !content.isBeingDeleted()) {
                others.add(new Act.Remove<>(Kinds.GROUP_SNAPSHOT_CONTENTS, content));
            }
        }
        for (VolumeSnapshot part : sight.parts()) {
            if (!part.isBeingDeleted()) {
                others.add(new Act.Remove<>(Kinds.SNAPSHOTS, part));
            }
        }
        return together
                ? new Verdict(others, List.of(), "its content is on its way out")
                : new Verdict(
                        others,
                        List.of(new Act.Change<>(
                                Kinds.GROUP_SNAPSHOTS, group, Patch.removeFinalizer(group, Marks.GROUP_BOUND))),
                        "");
    }

    private static void mark(VolumeGroupSnapshotContent content, List<Act> others) {
        if (content.meta().annotations().containsKey(Marks.GROUP_BEING_DELETED)) {
            return;
        }
        ObjectNode body = Json.object();
        body.putObject("metadata").putObject("annotations").put(Marks.GROUP_BEING_DELETED, "yes");
        others.add(new Act.Change<>(
                Kinds.GROUP_SNAPSHOT_CONTENTS, content, Patch.merge(body).onlyIfUnchanged(content)));
    }
}
