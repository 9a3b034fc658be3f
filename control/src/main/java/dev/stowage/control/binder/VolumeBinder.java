package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All of a binder but its queues: it is told what to look at, on a cluster or on a simulated one. Looks at different
/// objects may run at the same time, looks at one object may not.
public final class VolumeBinder {
    private final AvailableVolumes availableVolumes;
    private final ClaimWorker claims;
    private final VolumeWorker volumes;

    /// @param provisioning whether provisioners are asked for volumes
    /// @param claim asks for a look at a claim
    /// @param volume asks for a look at a volume
    public VolumeBinder(
            BinderLister binderLister,
            ActionExecutor executor,
            InstantSource clock,
            boolean provisioning,
            Consumer<NamespacedName> claim,
            Consumer<String> volume) {
        var room = new PendingClaims();
        availableVolumes = new AvailableVolumes(volume);
        claims = new ClaimWorker(
                binderLister, availableVolumes, room, new BinderExecutor(executor, clock), provisioning, claim, volume);
        volumes = new VolumeWorker(
                binderLister, availableVolumes, room, new BinderExecutor(executor, clock), volume, claim);
    }

    /// To be told of every change to a volume, in order, before anybody looks at it.
    ///
    /// @param before null for one that is new
    /// @param now null for one that is gone
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
