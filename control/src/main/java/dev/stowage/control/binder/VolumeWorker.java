package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterAction.RecordEvent;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Reconciles one volume: its phase, its claimRef, and whether a claim waits for it.
final class VolumeWorker {
    private final BinderLister binderLister;
    private final AvailableVolumes availableVolumes;
    private final PendingClaims pending;
    private final BinderExecutor binderExecutor;
    private final Consumer<String> again;
    private final Consumer<NamespacedName> call;

    /// @param again enqueues a volume
    /// @param call enqueues a claim
    VolumeWorker(
            BinderLister binderLister,
            AvailableVolumes availableVolumes,
            PendingClaims pending,
            BinderExecutor binderExecutor,
            Consumer<String> again,
            Consumer<NamespacedName> call) {
        this.binderLister = binderLister;
        this.availableVolumes = availableVolumes;
        this.pending = pending;
        this.binderExecutor = binderExecutor;
        this.again = again;
        this.call = call;
    }

    ReconcileResult reconcile(NamespacedName key) throws InterruptedException {
        try {
            Optional<PersistentVolume> volume = binderLister.volume(key.name());
            if (volume.isEmpty()) {
                binderExecutor.forget(key);
            } else {
                reconcile(volume.get());
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return FailureResult.retry(e);
        }
    }

    private void reconcile(PersistentVolume volume) throws ApiFailure, InterruptedException {
        List<ClusterAction> actions = VolumeDecision.decide(state(volume));
        if (actions.stream().allMatch(RecordEvent.class::isInstance)) {
            binderExecutor.execute(volume.key(), actions);
            availableVolumes
                    .findAvailable(volume.meta().name())
                    .flatMap(pending::pollMatching)
                    .ifPresent(call);
            return;
        }
        String name = volume.meta().name();
        if (!availableVolumes.hold(name, () -> again.accept(name))) {
            return;
        }
        try {
            Optional<PersistentVolume> now = binderLister.volume(name);
            if (now.isPresent()
                    && now.get().meta().resourceVersion().equals(volume.meta().resourceVersion())) {
                if (volume.claim() == null) {
                    availableVolumes.comes(volume);
                }
                binderExecutor.execute(volume.key(), actions);
            } else {
                again.accept(name);
            }
        } finally {
            availableVolumes.release(name);
        }
    }

    private VolumeState state(PersistentVolume volume) throws ApiFailure, InterruptedException {
        ObjectReference ref = volume.claim();
        if (ref == null) {
            return new VolumeState(volume, null, List.of());
        }
        Optional<PersistentVolumeClaim> known = binderLister.claim(ref.key());
        Optional<PersistentVolumeClaim> claim = known.filter(each -> isMeant(ref, each));
        if (claim.isEmpty() && !ref.uid().isEmpty() && !VolumePhase.isOver(volume)) {
            // A volume is not released because the event of its claim is late.
            claim = binderLister.claimNow(ref.key()).filter(each -> isMeant(ref, each));
        }
        return new VolumeState(volume, claim.orElse(null), known.isEmpty() ? users(ref.key()) : List.of());
    }

    private static boolean isMeant(ObjectReference ref, PersistentVolumeClaim claim) {
        return ref.uid().isEmpty() || ref.uid().equals(claim.meta().uid());
    }

    private List<String> users(NamespacedName claim) {
        return binderLister.users(claim).stream()
                .filter(pod -> !pod.isTerminated())
                .map(pod -> pod.key().toString())
                .sorted()
                .toList();
    }
}
