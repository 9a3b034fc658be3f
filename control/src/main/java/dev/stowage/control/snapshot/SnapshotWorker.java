package dev.stowage.control.snapshot;

import dev.stowage.control.snapshot.SnapshotOperationMetrics.Operation;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks at one snapshot, one content or one claim at a time.
final class SnapshotWorker {
    private final ControllerContext context;
    private final SnapshotStateReader view;
    private final @Nullable GroupSnapshotStateReader groups;
    private final SnapshotOperationMetrics snapshotOperationMetrics;
    private final SnapshotExecutor snapshotExecutor;

    SnapshotWorker(
            ControllerContext context,
            SnapshotStateReader view,
            @Nullable GroupSnapshotStateReader groups,
            SnapshotOperationMetrics snapshotOperationMetrics) {
        this.context = context;
        this.view = view;
        this.groups = groups;
        this.snapshotOperationMetrics = snapshotOperationMetrics;
        this.snapshotExecutor = new SnapshotExecutor(
                new ClaimUpdateExecutor(context.executor(), context.api(), view.claims), context.informers());
    }

    ReconcileResult snapshot(NamespacedName key) throws InterruptedException {
        Optional<VolumeSnapshot> found = view.snapshots.find(key);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        VolumeSnapshot snapshot = found.get();
        String driver = driver(snapshot);
        begun(snapshot, driver);
        SnapshotActions snapshotActions = SnapshotDecision.of(view.read(snapshot, groups));
        ReconcileResult outcome =
                snapshotExecutor.execute(snapshot, snapshotActions, (step, why) -> refused(key, step, why));
        view.snapshots.find(key).ifPresent(now -> achieved(snapshot, now, driver(now)));
        return outcome;
    }

    private List<ClusterAction> refused(NamespacedName key, ClusterAction step, String why) {
        Optional<VolumeSnapshot> snapshot = view.snapshots.find(key);
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
                        "SnapshotContentObjectDeleteError",
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
        Optional<VolumeSnapshotContent> found = view.contents.find(name);
        return found.isEmpty()
                ? ReconcileResult.done()
                : snapshotExecutor.execute(ContentDecision.of(found.get()), (_, _) -> List.of());
    }

    ReconcileResult claim(NamespacedName key) throws InterruptedException {
        var found = view.claims.find(key);
        return found.isEmpty()
                ? ReconcileResult.done()
                : snapshotExecutor.execute(
                        SourceClaimDecision.of(found.get(), view.byClaim.get(key.toString())), (_, _) -> List.of());
    }

    private void begun(VolumeSnapshot snapshot, String driver) {
        String uid = snapshot.meta().uid();
        boolean broughtAlong = !snapshot.contentName().isEmpty();
        if (snapshot.isBeingDeleted()) {
            snapshotOperationMetrics.begin(Operation.DELETE, uid, driver, broughtAlong);
        } else if (!snapshot.isReady() || snapshot.boundContent().isEmpty()) {
            if (snapshot.created().isEmpty()) {
                snapshotOperationMetrics.begin(Operation.CREATE, uid, driver, broughtAlong);
            }
            snapshotOperationMetrics.begin(Operation.CREATE_AND_READY, uid, driver, broughtAlong);
        }
    }

    private void achieved(VolumeSnapshot before, VolumeSnapshot now, String driver) {
        String uid = now.meta().uid();
        if (before.created().isEmpty() && !now.created().isEmpty()) {
            snapshotOperationMetrics.end(Operation.CREATE, uid, driver);
        }
        if (!before.isReady() && now.isReady()) {
            snapshotOperationMetrics.end(Operation.CREATE_AND_READY, uid, driver);
        }
    }

    /// The mirror has let it go.
    void deleted(VolumeSnapshot snapshot) {
        String uid = snapshot.meta().uid();
        snapshotOperationMetrics.end(Operation.DELETE, uid, driver(snapshot));
        snapshotOperationMetrics.cancel(Operation.CREATE, uid);
        snapshotOperationMetrics.cancel(Operation.CREATE_AND_READY, uid);
    }

    private String driver(VolumeSnapshot snapshot) {
        String name = snapshot.className();
        return view.content(snapshot)
                .map(VolumeSnapshotContent::driver)
                .or(() -> Optional.ofNullable(name).flatMap(view.classes::find).map(found -> found.driver()))
                .orElse("");
    }
}
