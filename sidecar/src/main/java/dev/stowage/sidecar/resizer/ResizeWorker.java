package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.claim.ClaimOperationState;
import dev.stowage.sidecar.claim.ClaimOperations;
import dev.stowage.sidecar.claim.NodeScope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reconciles one claim.
final class ResizeWorker implements WorkQueue.Worker<NamespacedName> {
    private static final Logger log = LoggerFactory.getLogger(ResizeWorker.class);

    private final ResizeSettings settings;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final ResizeExecutor resizeExecutor;
    private final ClaimUsage pods;
    private final ClaimOperations claimOperations;
    private final NodeScope nodeScope;
    private final Duration slow;
    private final InstantSource clock;

    /// @param slow the delay for a request that the driver cannot fulfil
    ResizeWorker(
            ResizeSettings settings,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            ResizeExecutor resizeExecutor,
            ClaimUsage pods,
            ClaimOperations claimOperations,
            NodeScope nodeScope,
            Duration slow,
            InstantSource clock) {
        this.settings = settings;
        this.claims = claims;
        this.volumes = volumes;
        this.resizeExecutor = resizeExecutor;
        this.pods = pods;
        this.claimOperations = claimOperations;
        this.nodeScope = nodeScope;
        this.slow = slow;
        this.clock = clock;
    }

    @Override
    public ReconcileResult work(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<PersistentVolumeClaim> found = claims.find(key);
        if (found.isEmpty()) {
            claimOperations.forget(key);
            return ReconcileResult.done();
        }
        PersistentVolumeClaim claim = found.get();
        Optional<PersistentVolume> volume = volumes.find(claim.volumeName());
        if (volume.isEmpty()) {
            return ResizeDecision.isWanted(claim)
                    ? ReconcileResult.retry("volume " + claim.volumeName() + " is not in the cache yet")
                    : ReconcileResult.done();
        }
        return VolumeOwnership.isOurs(settings.driver(), claim, volume.get()) && nodeScope.contains(volume.get())
                ? work(claim, volume.get())
                : ReconcileResult.done();
    }

    private ReconcileResult work(PersistentVolumeClaim claim, PersistentVolume seen)
            throws ApiFailure, InterruptedException {
        PersistentVolume volume = seen;
        if (ResizeDecision.hasStalePreResizeCapacity(claim, volume, settings)) {
            volume = volumes.patch(volume, ResizePatches.clearPreResizeCapacity());
        }
        NamespacedName key = claim.key();
        ClaimOperationState claimOperationState = claimOperations.of(key);
        ClaimUsage.Use use = claimOperationState.inUse() ? pods.of(key) : ClaimUsage.Use.NONE;
        if (use == ClaimUsage.Use.UNKNOWN) {
            return ReconcileResult.retry("the pods that use it are not in the cache yet");
        }
        Instant now = clock.instant();
        ResizeAction resizeAction =
                ResizeDecision.decide(claim, volume, settings, claimOperationState, use == ClaimUsage.Use.SOME, now);
        if (ClaimResourceStatus.of(claim.status().resize()) == ClaimResourceStatus.CONTROLLER_INFEASIBLE) {
            claimOperations.delay(key, now.plus(slow), now);
        }
        return switch (resizeAction) {
            case ResizeAction.Nothing(String why) -> {
                log.debug("Claim {}: nothing to expand: {}.", key, why);
                yield ReconcileResult.done();
            }
            case ResizeAction.RetryLater(Duration after) -> {
                log.debug("Claim {}: the driver cannot expand it; asking again in {}.", key, after);
                yield ReconcileResult.requeueAfter(after);
            }
            case ResizeAction.Expand expand -> resizeExecutor.expand(claim, volume, expand);
            case ResizeAction.Refuse refuse -> resizeExecutor.refuse(claim, refuse);
        };
    }
}
