package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A binder without its queues, for a cluster or a simulated one. The caller decides what to reconcile:
/// different objects may run at the same time, one object may not.
public final class VolumeBinder {
    private final AvailableVolumes availableVolumes;
    private final ClaimWorker claims;
    private final VolumeWorker volumes;

    /// @param provisioning whether dynamic provisioning is enabled
    /// @param claim enqueues a claim
    /// @param volume enqueues a volume
    public VolumeBinder(
            BinderLister binderLister,
            ActionExecutor executor,
            InstantSource clock,
            boolean provisioning,
            Consumer<NamespacedName> claim,
            Consumer<String> volume) {
        var pending = new PendingClaims();
        availableVolumes = new AvailableVolumes(volume);
        claims = new ClaimWorker(
                binderLister,
                availableVolumes,
                pending,
                new BinderExecutor(executor, clock),
                provisioning,
                claim,
                volume);
        volumes = new VolumeWorker(
                binderLister, availableVolumes, pending, new BinderExecutor(executor, clock), volume, claim);
    }

    /// Must be called for every change of a volume, in order, before the volume is reconciled.
    ///
    /// @param before null for a new volume
    /// @param now null for a deleted volume
    public void volumeChanged(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        availableVolumes.changed(before, now);
    }

    public ReconcileResult reconcileClaim(NamespacedName claim) throws InterruptedException {
        return claims.reconcile(claim);
    }

    public ReconcileResult reconcileVolume(NamespacedName volume) throws InterruptedException {
        return volumes.reconcile(volume);
    }
}
