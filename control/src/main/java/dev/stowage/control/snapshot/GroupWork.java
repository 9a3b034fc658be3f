package dev.stowage.control.snapshot;

import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.snapshot.Operations.Wish;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Optional;

/// Looks at one group snapshot or one group's content at a time.
final class GroupWork {
    private final Shared shared;
    private final GroupView view;
    private final Operations operations;
    private final Steps steps;

    GroupWork(Shared shared, GroupView view, Operations operations) {
        this.shared = shared;
        this.view = view;
        this.operations = operations;
        this.steps = new Steps(shared.hands(), shared.informers());
    }

    ReconcileResult group(NamespacedName key) throws InterruptedException {
        Optional<VolumeGroupSnapshot> found = view.groups.find(key);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        VolumeGroupSnapshot group = found.get();
        begun(group);
        Verdict verdict = GroupDecision.of(view.sight(group));
        ReconcileResult outcome = steps.carryOut(group, verdict, (step, why) -> refused(key, step, why));
        view.groups.find(key).ifPresent(now -> achieved(group, now));
        return outcome;
    }

    private List<Act> refused(NamespacedName key, Act step, String why) {
        Optional<VolumeGroupSnapshot> group = view.groups.find(key);
        if (group.isEmpty()) {
            return List.of();
        }
        return switch (step) {
            case Act.Create<?> create
            when create.kind().equals(Kinds.GROUP_SNAPSHOT_CONTENTS) ->
                GroupContentMaking.refused(group.get(), why, shared.clock().instant())
                        .acts();
            case Act.Remove<?> remove
            when remove.kind().equals(Kinds.GROUP_SNAPSHOT_CONTENTS) ->
                List.of(Act.Tell.warning(
                        group.get().reference(),
                        "GroupSnapshotContentObjectDeleteError",
                        "Failed to delete group snapshot content API object"));
            case Act.Remove<?> remove
            when remove.kind().equals(Kinds.SNAPSHOTS) ->
                List.of(Act.Tell.warning(
                        group.get().reference(),
                        "SnapshotDeleteError",
                        "failed to delete snapshot API object " + remove.seen().key() + " part of group snapshot " + key
                                + ": " + why));
            default -> List.of();
        };
    }

    ReconcileResult content(String name) throws InterruptedException {
        Optional<VolumeGroupSnapshotContent> found = view.contents.find(name);
        return found.isEmpty() ? ReconcileResult.done() : steps.carryOut(ContentRules.of(found.get()), (_, _) -> List.of());
    }

    private void begun(VolumeGroupSnapshot group) {
        String uid = group.meta().uid();
        boolean broughtAlong = !group.contentName().isEmpty();
        if (group.isBeingDeleted()) {
            operations.begin(Wish.DELETE_GROUP, uid, driver(group), broughtAlong);
        } else if (!group.isReady() || group.boundContent().isEmpty()) {
            if (group.created().isEmpty()) {
                operations.begin(Wish.CREATE_GROUP, uid, driver(group), broughtAlong);
            }
            operations.begin(Wish.CREATE_GROUP_AND_READY, uid, driver(group), broughtAlong);
        }
    }

    private void achieved(VolumeGroupSnapshot before, VolumeGroupSnapshot now) {
        String uid = now.meta().uid();
        if (before.created().isEmpty() && !now.created().isEmpty()) {
            operations.end(Wish.CREATE_GROUP, uid, driver(now));
        }
        if (!before.isReady() && now.isReady()) {
            operations.end(Wish.CREATE_GROUP_AND_READY, uid, driver(now));
        }
    }

    /// The mirror has let it go.
    void gone(VolumeGroupSnapshot group) {
        String uid = group.meta().uid();
        operations.end(Wish.DELETE_GROUP, uid, driver(group));
        operations.cancel(Wish.CREATE_GROUP, uid);
        operations.cancel(Wish.CREATE_GROUP_AND_READY, uid);
    }

    private String driver(VolumeGroupSnapshot group) {
        String name = group.className();
        return view.contents
                .find(ContentName.of(group))
                .map(VolumeGroupSnapshotContent::driver)
                .or(() -> Optional.ofNullable(name).flatMap(view.classes::find).map(found -> found.driver()))
                .orElse("");
    }
}
