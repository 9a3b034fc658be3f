package dev.stowage.control.snapshot;

import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.snapshot.Operations.Wish;
import dev.stowage.kube.model.Kinds;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks at one snapshot, one content or one claim at a time.
final class SnapshotWork {
    private final Shared shared;
    private final SnapshotView view;
    private final @Nullable GroupView groups;
    private final Operations operations;
    private final Steps steps;

    SnapshotWork(Shared shared, SnapshotView view, @Nullable GroupView groups, Operations operations) {
        this.shared = shared;
        this.view = view;
        this.groups = groups;
        this.operations = operations;
        this.steps = new Steps(new ClaimHands(shared.hands(), shared.api(), view.claims), shared.informers());
    }

    ReconcileResult snapshot(NamespacedName key) throws InterruptedException {
        Optional<VolumeSnapshot> found = view.snapshots.find(key);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        VolumeSnapshot snapshot = found.get();
        String driver = driver(snapshot);
        begun(snapshot, driver);
        Verdict verdict = SnapshotDecision.of(view.sight(snapshot, groups));
        ReconcileResult outcome = steps.carryOut(snapshot, verdict, (step, why) -> refused(key, step, why));
        view.snapshots.find(key).ifPresent(now -> achieved(snapshot, now, driver(now)));
        return outcome;
    }

    private List<Act> refused(NamespacedName key, Act step, String why) {
        Optional<VolumeSnapshot> snapshot = view.snapshots.find(key);
        if (snapshot.isEmpty()) {
            return List.of();
        }
        return switch (step) {
            case Act.Create<?> create
            when create.kind().equals(Kinds.SNAPSHOT_CONTENTS) ->
                ContentMaking.refused(snapshot.get(), why, shared.clock().instant())
                        .acts();
            case Act.Remove<?> remove
            when remove.kind().equals(Kinds.SNAPSHOT_CONTENTS) ->
                List.of(Act.Tell.warning(
                        snapshot.get().reference(),
                        "SnapshotContentObjectDeleteError",
                        "Failed to delete snapshot content API object"));
            case Act.Change<?> change
            when change.kind().equals(Kinds.CLAIMS) ->
                ContentMaking.unprotected(
                                snapshot.get(),
                                change.seen(),
                                why,
                                shared.clock().instant())
                        .acts();
            default -> List.of();
        };
    }

    ReconcileResult content(String name) throws InterruptedException {
        Optional<VolumeSnapshotContent> found = view.contents.find(name);
        return found.isEmpty() ? ReconcileResult.done() : steps.carryOut(ContentRules.of(found.get()), (_, _) -> List.of());
    }

    ReconcileResult claim(NamespacedName key) throws InterruptedException {
        var found = view.claims.find(key);
        return found.isEmpty()
                ? ReconcileResult.done()
                : steps.carryOut(ClaimRules.of(found.get(), view.byClaim.get(key.toString())), (_, _) -> List.of());
    }

    private void begun(VolumeSnapshot snapshot, String driver) {
        String uid = snapshot.meta().uid();
        boolean broughtAlong = !snapshot.contentName().isEmpty();
        if (snapshot.isBeingDeleted()) {
            operations.begin(Wish.DELETE, uid, driver, broughtAlong);
        } else if (!snapshot.isReady() || snapshot.boundContent().isEmpty()) {
            if (snapshot.created().isEmpty()) {
                operations.begin(Wish.CREATE, uid, driver, broughtAlong);
            }
            operations.begin(Wish.CREATE_AND_READY, uid, driver, broughtAlong);
        }
    }

    private void achieved(VolumeSnapshot before, VolumeSnapshot now, String driver) {
        String uid = now.meta().uid();
        if (before.created().isEmpty() && !now.created().isEmpty()) {
            operations.end(Wish.CREATE, uid, driver);
        }
        if (!before.isReady() && now.isReady()) {
            operations.end(Wish.CREATE_AND_READY, uid, driver);
        }
    }

    /// The mirror has let it go.
    void gone(VolumeSnapshot snapshot) {
        String uid = snapshot.meta().uid();
        operations.end(Wish.DELETE, uid, driver(snapshot));
        operations.cancel(Wish.CREATE, uid);
        operations.cancel(Wish.CREATE_AND_READY, uid);
    }

    private String driver(VolumeSnapshot snapshot) {
        String name = snapshot.className();
        return view.content(snapshot)
                .map(VolumeSnapshotContent::driver)
                .or(() -> Optional.ofNullable(name).flatMap(view.classes::find).map(found -> found.driver()))
                .orElse("");
    }
}
