package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeClaimMatch;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reconciles one claim: finds it a volume, holds that volume, and executes the decision.
final class ClaimWorker {
    /// Of several volumes that are reserved for a claim: the one that is already bound to it, then the one
    /// that wastes least.
    private static final Comparator<PersistentVolume> BEST_RESERVED = Comparator.comparing((PersistentVolume volume) ->
                    volume.claim() == null || volume.claim().uid().isEmpty())
            .thenComparingInt(volume -> volume.accessModes().size())
            .thenComparing(PersistentVolume::capacity)
            .thenComparing(volume -> volume.meta().name());

    private final BinderLister binderLister;
    private final AvailableVolumes availableVolumes;
    private final PendingClaims pending;
    private final BinderExecutor binderExecutor;
    private final boolean provisioning;
    private final Consumer<NamespacedName> again;
    private final Consumer<String> offer;

    /// @param again enqueues a claim
    /// @param offer enqueues a volume
    ClaimWorker(
            BinderLister binderLister,
            AvailableVolumes availableVolumes,
            PendingClaims pending,
            BinderExecutor binderExecutor,
            boolean provisioning,
            Consumer<NamespacedName> again,
            Consumer<String> offer) {
        this.binderLister = binderLister;
        this.availableVolumes = availableVolumes;
        this.pending = pending;
        this.binderExecutor = binderExecutor;
        this.provisioning = provisioning;
        this.again = again;
        this.offer = offer;
    }

    ReconcileResult reconcile(NamespacedName key) throws InterruptedException {
        pending.remove(key);
        try {
            Optional<PersistentVolumeClaim> claim = binderLister.claim(key);
            if (claim.isEmpty()) {
                binderExecutor.forget(key);
                return ReconcileResult.done();
            }
            reconcile(claim.get());
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            // During back-off it is not called for any volume: that would be another attempt right away.
            pending.remove(key);
            return FailureResult.retry(e);
        } finally {
            pending.pollOffers(key).forEach(offer);
        }
    }

    private void reconcile(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        Optional<PersistentVolume> own = own(claim);
        if (own.isPresent()) {
            bindOwn(claim, own.get());
            return;
        }
        if (!takesAny(claim)) {
            carryOut(claim, decide(claim, null));
            return;
        }
        // Before the search: a volume that becomes available during it finds the claim here.
        pending.add(claim);
        Optional<PersistentVolume> best = availableVolumes.take(claim);
        if (best.isEmpty()) {
            NamespacedName key = claim.key();
            if (!availableVolumes.awaitComing(claim, () -> again.accept(key))) {
                carryOut(claim, decide(claim, null));
            }
            return;
        }
        pending.remove(claim.key());
        try {
            carryOut(claim, decide(claim, best.get()));
        } finally {
            availableVolumes.release(best.get().meta().name());
        }
    }

    /// The volume that the claim names, or one that is reserved for it.
    private Optional<PersistentVolume> own(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        String name = claim.volumeName();
        if (name.isEmpty()) {
            return ClaimDecision.isUnbound(claim)
                    ? binderLister.reservedFor(claim.key()).stream()
                            .filter(volume -> VolumeClaimMatch.isReserved(volume, claim)
                                    && VolumeClaimMatch.satisfies(volume, claim))
                            .min(BEST_RESERVED)
                    : Optional.empty();
        }
        Optional<PersistentVolume> named = binderLister.volume(name);
        // A claim is not marked Lost because the event of its volume is late.
        return named.isPresent() || ClaimDecision.isUnbound(claim) ? named : binderLister.volumeNow(name);
    }

    private boolean takesAny(PersistentVolumeClaim claim) {
        return ClaimDecision.isUnbound(claim)
                && claim.volumeName().isEmpty()
                && !classOf(claim).map(StorageClass::waitsForConsumer).orElse(false);
    }

    private void bindOwn(PersistentVolumeClaim claim, PersistentVolume seen) throws ApiFailure, InterruptedException {
        List<ClusterAction> actions = decide(claim, seen);
        if (actions.stream().noneMatch(ClaimWorker::writesVolume)) {
            carryOut(claim, actions);
            return;
        }
        String name = seen.meta().name();
        NamespacedName key = claim.key();
        if (!availableVolumes.hold(name, () -> again.accept(key))) {
            return;
        }
        try {
            // The previous holder may have changed it.
            Optional<PersistentVolume> now = binderLister.volume(name);
            if (now.isPresent()
                    && now.get().meta().resourceVersion().equals(seen.meta().resourceVersion())) {
                carryOut(claim, actions);
            } else {
                again.accept(key);
            }
        } finally {
            availableVolumes.release(name);
        }
    }

    private static boolean writesVolume(ClusterAction action) {
        return action instanceof ClusterAction.PatchObject<?> patchObject
                && patchObject.kind().equals(Kinds.VOLUMES);
    }

    private List<ClusterAction> decide(PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {
        return ClaimDecision.decide(new ClaimState(
                claim,
                volume,
                classOf(claim).orElse(null),
                claim.effectiveClass() == null ? binderLister.defaultClass().orElse(null) : null,
                volume == null ? consumers(claim) : List.of(),
                provisioning));
    }

    private Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
        return binderLister.storageClass(VolumeClaimMatch.classOf(claim));
    }

    private List<String> consumers(PersistentVolumeClaim claim) {
        return binderLister.users(claim.key()).stream()
                .filter(pod -> !pod.isTerminated() && pod.nodeName().isEmpty())
                .map(pod -> pod.meta().name())
                .sorted()
                .toList();
    }

    private void carryOut(PersistentVolumeClaim claim, List<ClusterAction> actions)
            throws ApiFailure, InterruptedException {
        binderExecutor.execute(claim.key(), actions);
    }
}
