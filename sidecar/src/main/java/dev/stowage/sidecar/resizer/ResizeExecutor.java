package dev.stowage.sidecar.resizer;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.claim.ClaimOperations;
import dev.stowage.sidecar.resizer.VolumeExpander.Expanded;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries an expansion out: the claim is marked first, then the driver is asked, then the volume is written,
/// then the
/// claim. Whoever takes over in the middle finds out from the claim where to go on.
final class ResizeExecutor {
    private static final Logger log = LoggerFactory.getLogger(ResizeExecutor.class);

    private final ResizeSettings resizeSettings;
    private final ResizePatches resizePatches;
    private final VolumeExpander expander;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final EventRecorder events;
    private final ClaimOperations claimOperations;
    private final Runnable onInUse;
    private final InstantSource clock;

    /// @param onInUse called whenever the driver refuses because somebody uses a volume
    ResizeExecutor(
            ResizeSettings resizeSettings,
            VolumeExpander expander,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            EventRecorder events,
            ClaimOperations claimOperations,
            Runnable onInUse,
            InstantSource clock) {
        this.resizeSettings = resizeSettings;
        this.resizePatches = new ResizePatches(resizeSettings);
        this.expander = expander;
        this.claims = claims;
        this.volumes = volumes;
        this.events = events;
        this.claimOperations = claimOperations;
        this.onInUse = onInUse;
        this.clock = clock;
    }

    ReconcileResult refuse(PersistentVolumeClaim seen, ResizeAction.Refuse step)
            throws ApiFailure, InterruptedException {
        PersistentVolumeClaim claim =
                claims.patch(seen, resizePatches.inProgress(seen, step.target(), step.anew(), clock.instant()));
        String why = "Unable to expand " + claim.key() + " because CSI driver " + resizeSettings.driver()
                + " only supports offline expansion and volume is currently in-use";
        events.warning(claim.reference(), ResizeConstants.EVENT_FAILED, why);
        return ReconcileResult.retry(why);
    }

    ReconcileResult expand(PersistentVolumeClaim seen, PersistentVolume volume, ResizeAction.Expand step)
            throws ApiFailure, InterruptedException {
        Quantity before = seen.status().capacity();
        PersistentVolumeClaim claim =
                claims.patch(seen, resizePatches.inProgress(seen, step.target(), step.anew(), clock.instant()));
        events.normal(
                claim.reference(),
                ResizeConstants.EVENT_RESIZING,
                "External resizer is resizing volume " + volume.meta().name());
        NamespacedName key = claim.key();
        claimOperations.started(key);
        log.info("Claim {}: expanding volume {} to {}.", key, volume.meta().name(), step.target());
        Expanded expanded;
        try {
            expanded = expander.expand(claim, volume, step.target());
        } catch (StatusRuntimeException | ApiFailure | IllegalArgumentException e) {
            return failed(claim, volume, e);
        }
        claimOperations.forget(key);
        try {
            return write(claim, volume, before, expanded);
        } catch (ApiFailure e) {
            if (resizeSettings.recovers() || !e.isConflict()) {
                events.warning(claim.reference(), ResizeConstants.EVENT_FAILED, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private ReconcileResult write(
            PersistentVolumeClaim claim, PersistentVolume volume, Quantity before, Expanded expanded)
            throws ApiFailure, InterruptedException {
        Optional<Patch> grown = resizePatches.volumeResized(volume, before, expanded.size(), expanded.nodeExpands());
        if (grown.isPresent()) {
            volumes.patch(volume, grown.get());
        }
        if (expanded.nodeExpands()) {
            claims.patch(claim, resizePatches.waitingForNode(claim, clock.instant()));
            events.normal(
                    claim.reference(),
                    ResizeConstants.EVENT_FILE_SYSTEM,
                    "Require file system resize of volume on node");
        } else {
            claims.patch(claim, resizePatches.finished(claim, expanded.size()));
            events.normal(claim.reference(), ResizeConstants.EVENT_SUCCESSFUL, "Resize volume succeeded");
        }
        log.info(
                "Claim {}: volume {} has {}{}.",
                claim.key(),
                volume.meta().name(),
                expanded.size(),
                expanded.nodeExpands() ? "; the node does the rest" : "");
        return ReconcileResult.done();
    }

    private ReconcileResult failed(PersistentVolumeClaim claim, PersistentVolume volume, Exception thrown)
            throws ApiFailure, InterruptedException {
        NamespacedName key = claim.key();
        String said = RpcErrorText.of(thrown);
        String why = "resize volume \"%s\" by resizer \"%s\" failed: %s"
                .formatted(volume.meta().name(), resizeSettings.driver(), said);
        ResizeFailure resizeFailure = ResizeFailure.of(thrown);
        remember(key, resizeFailure);
        try {
            switch (resizeFailure) {
                case UNCERTAIN, OVERDUE -> {}
                case FINAL, IN_USE, INFEASIBLE -> {
                    if (resizeSettings.recovers()) {
                        claims.patch(
                                claim,
                                resizePatches.failed(
                                        claim, resizeFailure == ResizeFailure.INFEASIBLE, said, clock.instant()));
                    }
                }
            }
        } finally {
            events.warning(claim.reference(), ResizeConstants.EVENT_FAILED, why);
        }
        return ReconcileResult.retry(why);
    }

    private void remember(NamespacedName key, ResizeFailure resizeFailure) {
        switch (resizeFailure) {
            case UNCERTAIN -> claimOperations.clearDelay(key);
            case OVERDUE -> {
                claimOperations.clearDelay(key);
                claimOperations.overdue(key);
            }
            case FINAL -> {
                claimOperations.clearDelay(key);
                claimOperations.settled(key);
            }
            case IN_USE -> {
                claimOperations.clearDelay(key);
                claimOperations.settled(key);
                claimOperations.inUse(key);
                onInUse.run();
            }
            case INFEASIBLE -> claimOperations.settled(key);
        }
    }
}
