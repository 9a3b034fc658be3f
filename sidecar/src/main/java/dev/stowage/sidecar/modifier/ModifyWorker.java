package dev.stowage.sidecar.modifier;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.claim.ClaimOperations;
import dev.stowage.sidecar.claim.NodeScope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reconciles one claim.
final class ModifyWorker implements WorkQueue.Worker<NamespacedName> {
    private static final Logger log = LoggerFactory.getLogger(ModifyWorker.class);

    private final String driver;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<VolumeAttributesClass> classes;
    private final ModifyExecutor modifyExecutor;
    private final ClaimOperations claimOperations;
    private final NodeScope nodeScope;
    private final Duration slow;
    private final EventRecorder events;
    private final InstantSource clock;

    /// @param slow the delay for a class that the driver rejects
    ModifyWorker(
            String driver,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            Informer<VolumeAttributesClass> classes,
            ModifyExecutor modifyExecutor,
            ClaimOperations claimOperations,
            NodeScope nodeScope,
            Duration slow,
            EventRecorder events,
            InstantSource clock) {
        this.driver = driver;
        this.claims = claims;
        this.volumes = volumes;
        this.classes = classes;
        this.modifyExecutor = modifyExecutor;
        this.claimOperations = claimOperations;
        this.nodeScope = nodeScope;
        this.slow = slow;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public ReconcileResult work(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<PersistentVolumeClaim> claim = claims.find(key);
        if (claim.isEmpty()) {
            claimOperations.forget(key);
            return ReconcileResult.done();
        }
        if (!ModifyDecision.isWanted(claim.get())) {
            return ReconcileResult.done();
        }
        Optional<PersistentVolume> volume = volumes.find(claim.get().volumeName());
        if (volume.isEmpty()) {
            return ReconcileResult.retry("its volume " + claim.get().volumeName() + " is not known (yet)");
        }
        return volume.get().isOf(driver) && nodeScope.contains(volume.get())
                ? work(claim.get(), volume.get())
                : ReconcileResult.done();
    }

    private ReconcileResult work(PersistentVolumeClaim claim, PersistentVolume volume)
            throws ApiFailure, InterruptedException {
        NamespacedName key = claim.key();
        Instant now = clock.instant();
        ModifyAction action = ModifyDecision.decide(claim, claimOperations.of(key), now);
        if (!ModifyDecision.isSameTarget(claim)) {
            claimOperations.clearDelay(key);
        } else if (isInfeasible(claim)) {
            claimOperations.delay(key, now.plus(slow), now);
        }
        return switch (action) {
            case ModifyAction.Nothing() -> ReconcileResult.done();
            case ModifyAction.RetryLater(Duration after) -> {
                log.debug("Claim {}: the driver refuses its class; asking again in {}.", key, after);
                yield ReconcileResult.requeueAfter(after);
            }
            case ModifyAction.Cancel() -> {
                events.normal(claim.reference(), "VolumeModifyCanceled", "Cancelled modify.");
                claims.patch(claim, ModifyPatches.cancelled(claim));
                yield ReconcileResult.done();
            }
            case ModifyAction.Resume(String target) -> {
                Optional<VolumeAttributesClass> found = find(claim, target);
                yield found.isPresent()
                        ? modifyExecutor.resume(claim, volume, found.get())
                        : ReconcileResult.retry(
                                "VolumeAttributesClass " + target + " of the modification in progress does not exist");
            }
            case ModifyAction.Begin(String target) -> {
                Optional<VolumeAttributesClass> found = find(claim, target);
                yield found.isPresent() ? modifyExecutor.begin(claim, volume, found.get()) : pending(claim);
            }
        };
    }

    private static boolean isInfeasible(PersistentVolumeClaim claim) {
        var modifyVolumeStatus = claim.status().modifyVolumeStatus();
        return modifyVolumeStatus != null && modifyVolumeStatus.status().equals(ModifyDecision.INFEASIBLE);
    }

    private Optional<VolumeAttributesClass> find(PersistentVolumeClaim claim, String name) {
        Optional<VolumeAttributesClass> found = classes.find(name);
        if (found.isEmpty()) {
            events.warning(claim.reference(), ModifyExecutor.EVENT_FAILED, "VAC \"" + name + "\" does not exist.");
        }
        return found;
    }

    /// The claim is reconciled again when the class is created.
    private ReconcileResult pending(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        var modifyVolumeStatus = claim.status().modifyVolumeStatus();
        if (modifyVolumeStatus == null || !modifyVolumeStatus.status().equals(ModifyDecision.PENDING)) {
            claims.patch(claim, ModifyPatches.pending(claim));
        }
        return ReconcileResult.done();
    }
}
