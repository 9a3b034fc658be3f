package dev.stowage.control.snapshot;

import dev.stowage.control.snapshot.SnapshotOperationMetrics.Operation;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reconciles one snapshot, content or claim at a time.
final class SnapshotWorker {
    private final ControllerContext context;
    private final SnapshotStateReader reader;
    private final @Nullable GroupSnapshotStateReader groups;
    private final SnapshotOperationMetrics metrics;
    private final SnapshotExecutor snapshotExecutor;

    SnapshotWorker(
            ControllerContext context,
            SnapshotStateReader reader,
            @Nullable GroupSnapshotStateReader groups,
            SnapshotOperationMetrics metrics) {
        this.context = context;
        this.reader = reader;
        this.groups = groups;
        this.metrics = metrics;
        this.snapshotExecutor = new SnapshotExecutor(
                new ClaimUpdateExecutor(context.executor(), context.api(), reader.claims), context.informers());
    }

    ReconcileResult snapshot(NamespacedName key) throws InterruptedException {
        Optional<VolumeSnapshot> found = reader.snapshots.find(key);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        VolumeSnapshot snapshot = found.get();
        String driver = driver(snapshot);
        begun(snapshot, driver);
        SnapshotActions snapshotActions = SnapshotDecision.of(reader.read(snapshot, groups));
        ReconcileResult outcome =
                snapshotExecutor.execute(snapshot, snapshotActions, (step, why) -> refused(key, step, why));
        reader.snapshots.find(key).ifPresent(now -> achieved(snapshot, now, driver(now)));
        return outcome;
    }

    private List<ClusterAction> refused(NamespacedName key, ClusterAction step, String why) {
        Optional<VolumeSnapshot> snapshot = reader.snapshots.find(key);
        if (snapshot.isEmpty()) {
            return List.of();
        }
        return switch (step) {
            case ClusterAction.Create<?> create
            when create.kind().equals(Kinds.SNAPSHOT_CONTENTS) ->
                ContentCreation.refused(snapshot.get(), why, context.clock().instant())
                        .all();
            case ClusterAction.Delete<?> delete
            when delete.kind().equals(Kinds.SNAPSHOT_CONTENTS) ->
                List.of(ClusterAction.RecordEvent.warning(
                        snapshot.get().reference(),
                        VolumeEventReasons.SNAPSHOT_CONTENT_OBJECT_DELETE_ERROR,
                        "Failed to delete snapshot content API object"));
            case ClusterAction.PatchObject<?> patchObject
            when patchObject.kind().equals(Kinds.CLAIMS) ->
                ContentCreation.unprotected(
                                snapshot.get(),
                                patchObject.seen(),
                                why,
                                context.clock().instant())
                        .all();
            default -> List.of();
        };
    }

    ReconcileResult content(String name) throws InterruptedException {
        Optional<VolumeSnapshotContent> found = reader.contents.find(name);
        return found.isEmpty()
                ? ReconcileResult.done()
                : snapshotExecutor.execute(ContentDecision.of(found.get()), (_, _) -> List.of());
    }

    ReconcileResult claim(NamespacedName key) throws InterruptedException {
        var found = reader.claims.find(key);
        return found.isEmpty()
                ? ReconcileResult.done()
                : snapshotExecutor.execute(
                        SourceClaimDecision.of(found.get(), reader.byClaim.get(key.toString())), (_, _) -> List.of());
    }

    private void begun(VolumeSnapshot snapshot, String driver) {
        String uid = snapshot.meta().uid();
        boolean broughtAlong = !snapshot.contentName().isEmpty();
        if (snapshot.isBeingDeleted()) {
            metrics.begin(Operation.DELETE, uid, driver, broughtAlong);
        } else if (!snapshot.isReady() || snapshot.boundContent().isEmpty()) {
            if (snapshot.created().isEmpty()) {
                metrics.begin(Operation.CREATE, uid, driver, broughtAlong);
            }
            metrics.begin(Operation.CREATE_AND_READY, uid, driver, broughtAlong);
        }
    }

    private void achieved(VolumeSnapshot before, VolumeSnapshot now, String driver) {
        String uid = now.meta().uid();
        if (before.created().isEmpty() && !now.created().isEmpty()) {
            metrics.end(Operation.CREATE, uid, driver);
        }
        if (!before.isReady() && now.isReady()) {
            metrics.end(Operation.CREATE_AND_READY, uid, driver);
        }
    }

    /// The object is no longer in the cache.
    void deleted(VolumeSnapshot snapshot) {
        String uid = snapshot.meta().uid();
        metrics.end(Operation.DELETE, uid, driver(snapshot));
        metrics.cancel(Operation.CREATE, uid);
        metrics.cancel(Operation.CREATE_AND_READY, uid);
    }

    private String driver(VolumeSnapshot snapshot) {
        String name = snapshot.className();
        return reader.content(snapshot)
                .map(VolumeSnapshotContent::driver)
                .or(() ->
                        Optional.ofNullable(name).flatMap(reader.classes::find).map(found -> found.driver()))
                .orElse("");
    }
}
