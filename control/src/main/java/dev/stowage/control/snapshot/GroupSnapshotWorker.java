package dev.stowage.control.snapshot;

import dev.stowage.control.snapshot.SnapshotOperationMetrics.Operation;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Optional;

/// Reconciles one group snapshot or group content at a time.
final class GroupSnapshotWorker {
    private final ControllerContext context;
    private final GroupSnapshotStateReader reader;
    private final SnapshotOperationMetrics metrics;
    private final SnapshotExecutor snapshotExecutor;

    GroupSnapshotWorker(ControllerContext context, GroupSnapshotStateReader reader, SnapshotOperationMetrics metrics) {
        this.context = context;
        this.reader = reader;
        this.metrics = metrics;
        this.snapshotExecutor = new SnapshotExecutor(context.executor(), context.informers());
    }

    ReconcileResult group(NamespacedName key) throws InterruptedException {
        Optional<VolumeGroupSnapshot> found = reader.groups.find(key);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        VolumeGroupSnapshot group = found.get();
        begun(group);
        SnapshotActions snapshotActions = GroupSnapshotDecision.of(reader.read(group));
        ReconcileResult outcome =
                snapshotExecutor.execute(group, snapshotActions, (step, why) -> refused(key, step, why));
        reader.groups.find(key).ifPresent(now -> achieved(group, now));
        return outcome;
    }

    private List<ClusterAction> refused(NamespacedName key, ClusterAction step, String why) {
        Optional<VolumeGroupSnapshot> group = reader.groups.find(key);
        if (group.isEmpty()) {
            return List.of();
        }
        return switch (step) {
            case ClusterAction.Create<?> create
            when create.kind().equals(Kinds.GROUP_SNAPSHOT_CONTENTS) ->
                GroupContentCreation.refused(group.get(), why, context.clock().instant())
                        .all();
            case ClusterAction.Delete<?> delete
            when delete.kind().equals(Kinds.GROUP_SNAPSHOT_CONTENTS) ->
                List.of(ClusterAction.RecordEvent.warning(
                        group.get().reference(),
                        "GroupSnapshotContentObjectDeleteError",
                        "Failed to delete group snapshot content API object"));
            case ClusterAction.Delete<?> delete
            when delete.kind().equals(Kinds.SNAPSHOTS) ->
                List.of(ClusterAction.RecordEvent.warning(
                        group.get().reference(),
                        VolumeEventReasons.SNAPSHOT_DELETE_ERROR,
                        "failed to delete snapshot API object " + delete.seen().key() + " part of group snapshot " + key
                                + ": " + why));
            default -> List.of();
        };
    }

    ReconcileResult content(String name) throws InterruptedException {
        Optional<VolumeGroupSnapshotContent> found = reader.contents.find(name);
        return found.isEmpty()
                ? ReconcileResult.done()
                : snapshotExecutor.execute(ContentDecision.of(found.get()), (_, _) -> List.of());
    }

    private void begun(VolumeGroupSnapshot group) {
        String uid = group.meta().uid();
        boolean broughtAlong = !group.contentName().isEmpty();
        if (group.isBeingDeleted()) {
            metrics.begin(Operation.DELETE_GROUP, uid, driver(group), broughtAlong);
        } else if (!group.isReady() || group.boundContent().isEmpty()) {
            if (group.created().isEmpty()) {
                metrics.begin(Operation.CREATE_GROUP, uid, driver(group), broughtAlong);
            }
            metrics.begin(Operation.CREATE_GROUP_AND_READY, uid, driver(group), broughtAlong);
        }
    }

    private void achieved(VolumeGroupSnapshot before, VolumeGroupSnapshot now) {
        String uid = now.meta().uid();
        if (before.created().isEmpty() && !now.created().isEmpty()) {
            metrics.end(Operation.CREATE_GROUP, uid, driver(now));
        }
        if (!before.isReady() && now.isReady()) {
            metrics.end(Operation.CREATE_GROUP_AND_READY, uid, driver(now));
        }
    }

    /// The object is no longer in the cache.
    void deleted(VolumeGroupSnapshot group) {
        String uid = group.meta().uid();
        metrics.end(Operation.DELETE_GROUP, uid, driver(group));
        metrics.cancel(Operation.CREATE_GROUP, uid);
        metrics.cancel(Operation.CREATE_GROUP_AND_READY, uid);
    }

    private String driver(VolumeGroupSnapshot group) {
        String name = group.className();
        return reader.contents
                .find(ContentName.of(group))
                .map(VolumeGroupSnapshotContent::driver)
                .or(() ->
                        Optional.ofNullable(name).flatMap(reader.classes::find).map(found -> found.driver()))
                .orElse("");
    }
}
