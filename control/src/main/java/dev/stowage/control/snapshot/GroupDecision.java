package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What to do about a group snapshot.
final class GroupDecision {

    private GroupDecision() {}

    static Verdict of(GroupSight sight) {
        VolumeGroupSnapshot group = sight.group();
        if (group.isBeingDeleted()) {
            return GroupDeletion.of(sight);
        }
        VolumeSnapshotClass chosen;
        try {
            chosen = chosenClass(sight);
        } catch (Obstacle e) {
            return classMistake(group, e).on(group, sight.now());
        }
        if ((group.selector() != null) == !group.contentName().isEmpty()) {
            return new Mistake(
                            true,
                            "GroupSnapshotValidationError",
                            "Exactly one of Selector and VolumeGroupSnapshotContentName should be specified")
                    .on(group, sight.now());
        }
        Optional<Wrong> wrong = GroupLookup.check(group, sight.content());
        if (wrong.isPresent()) {
            return refused(sight, wrong.get());
        }
        Verdict next = group.isReady() && !group.boundContent().isEmpty() ? ready(sight) : unready(sight, chosen);
        return next.after(protection(sight, chosen));
    }

    /// Null for a group that needs none.
    private static @Nullable VolumeSnapshotClass chosenClass(GroupSight sight) throws Obstacle {
        VolumeGroupSnapshot group = sight.group();
        String name = group.className();
        if (name != null) {
            return ClassChoice.named(name, sight.classes())
                    .orElseThrow(() -> new Obstacle(
                            "volumegroupsnapshotclass.groupsnapshot.storage.k8s.io \"" + name + "\" not found"));
        }
        return group.contentName().isEmpty()
                ? ClassChoice.usual(
                        GroupSources.driver(sight), sight.classes(), Marks.DEFAULT_GROUP_CLASS, "group snapshot")
                : null;
    }

    private static Mistake classMistake(VolumeGroupSnapshot group, Obstacle obstacle) {
        return group.className() != null
                ? new Mistake(
                        false,
                        "GetGroupSnapshotClassFailed",
                        "failed to get group snapshot class with error " + obstacle.text())
                : new Mistake(
                        false,
                        "SetDefaultGroupSnapshotClassFailed",
                        "Failed to set default group snapshot class with error " + obstacle.text());
    }

    private static Verdict refused(GroupSight sight, Wrong wrong) {
        Verdict verdict = wrong.mistake().on(sight.group(), sight.now());
        if (verdict.own().isEmpty()) {
            return verdict;
        }
        List<Act> acts = new ArrayList<>(verdict.own());
        acts.add(Act.Tell.warning(
                sight.group().reference(),
                "GroupSnapshotFinalizerError",
                "Failed to check and update group snapshot: " + wrong.text()));
        return Verdict.own(acts).because(wrong.text());
    }

    /// The one write on a new group before anything else is done for it.
    private static List<Act> protection(GroupSight sight, @Nullable VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = sight.group();
        String newClass =
                chosen != null && group.className() == null ? chosen.meta().name() : "";
        boolean loose = (sight.content() != null || group.contentName().isEmpty())
                && !group.meta().hasFinalizer(Marks.GROUP_BOUND);
        if (newClass.isEmpty() && !loose) {
            return List.of();
        }
        ObjectNode body = Json.object();
        if (loose) {
            var finalizers = body.putObject("metadata").putArray("finalizers");
            group.meta().finalizers().forEach(finalizers::add);
            finalizers.add(Marks.GROUP_BOUND);
        }
        if (!newClass.isEmpty()) {
            body.putObject("spec").put("volumeGroupSnapshotClassName", newClass);
        }
        return List.of(
                new Act.Change<>(Kinds.GROUP_SNAPSHOTS, group, Patch.merge(body).onlyIfUnchanged(group)));
    }

    private static Verdict ready(GroupSight sight) {
        VolumeGroupSnapshotContent content = sight.content();
        if (content == null) {
            return missing(sight);
        }
        return content.isBoundTo(sight.group())
                ? Verdict.nothing()
                : new Mistake(
                                true,
                                "GroupSnapshotMisbound",
                                "VolumeGroupSnapshotContent is not bound to the VolumeGroupSnapshot correctly")
                        .on(sight.group(), sight.now());
    }

    private static Verdict missing(GroupSight sight) {
        return new Mistake(true, "GroupSnapshotContentMissing", "VolumeGroupSnapshotContent is missing")
                .on(sight.group(), sight.now());
    }

    private static Verdict unready(GroupSight sight, @Nullable VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = sight.group();
        VolumeGroupSnapshotContent content = sight.content();
        if (!group.contentName().isEmpty()) {
            return content == null
                    ? missing(sight)
                    : Verdict.own(GroupStatusCopy.acts(group, content)).with(GroupBinding.acts(group, content));
        }
        if (content != null) {
            return chosen == null ? missing(sight) : GroupMembers.then(sight, content, chosen);
        }
        // It was cut once: see the single snapshot.
        return chosen == null || !group.created().isEmpty() ? missing(sight) : GroupContentMaking.of(sight, chosen);
    }
}
