package dev.stowage.sidecar.resizer;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.VolumeEventReasons;
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

/// Carries out an expansion: update the claim's status, call the driver, write the volume, then the claim.
/// Another process can continue from the claim's status.
final class ResizeExecutor {
    private static final Logger log = LoggerFactory.getLogger(ResizeExecutor.class);

    private final ResizeSettings settings;
    private final ResizePatches patches;
    private final VolumeExpander expander;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final EventRecorder events;
    private final ClaimOperations claimOperations;
    private final Runnable onInUse;
    private final InstantSource clock;

    /// @param onInUse called when the driver rejects a call because the volume is in use
    ResizeExecutor(
            ResizeSettings settings,
            VolumeExpander expander,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            EventRecorder events,
            ClaimOperations claimOperations,
            Runnable onInUse,
            InstantSource clock) {
        this.settings = settings;
        this.patches = new ResizePatches(settings);
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
                claims.patch(seen, patches.inProgress(seen, step.target(), step.newTarget(), clock.instant()));
        String why = "Unable to expand " + claim.key() + " because CSI driver " + settings.driver()
                + " only supports offline expansion and volume is currently in-use";
        events.warning(claim.reference(), VolumeEventReasons.VOLUME_RESIZE_FAILED, why);
        return ReconcileResult.retry(why);
    }

    ReconcileResult expand(PersistentVolumeClaim seen, PersistentVolume volume, ResizeAction.Expand step)
            throws ApiFailure, InterruptedException {
        Quantity before = seen.status().capacity();
        PersistentVolumeClaim claim =
                claims.patch(seen, patches.inProgress(seen, step.target(), step.newTarget(), clock.instant()));
        events.normal(
                claim.reference(),
                VolumeEventReasons.RESIZING,
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
            if (settings.recovers() || !e.isConflict()) {
                events.warning(
                        claim.reference(), VolumeEventReasons.VOLUME_RESIZE_FAILED, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private ReconcileResult write(
            PersistentVolumeClaim claim, PersistentVolume volume, Quantity before, Expanded expanded)
            throws ApiFailure, InterruptedException {
        Optional<Patch> grown = patches.volumeResized(volume, before, expanded.size(), expanded.nodeExpands());
        if (grown.isPresent()) {
            volumes.patch(volume, grown.get());
        }
        if (expanded.nodeExpands()) {
            claims.patch(claim, patches.waitingForNode(claim, clock.instant()));
            events.normal(
                    claim.reference(),
                    VolumeEventReasons.FILE_SYSTEM_RESIZE_REQUIRED,
                    "Require file system resize of volume on node");
        } else {
            claims.patch(claim, patches.finished(claim, expanded.size()));
            events.normal(claim.reference(), VolumeEventReasons.VOLUME_RESIZE_SUCCESSFUL, "Resize volume succeeded");
        }
        log.info(
                "Claim {}: expanded volume {} to {}{}.",
                claim.key(),
                volume.meta().name(),
                expanded.size(),
                expanded.nodeExpands() ? "; the file system is expanded on the node" : "");
        return ReconcileResult.done();
    }

    private ReconcileResult failed(PersistentVolumeClaim claim, PersistentVolume volume, Exception thrown)
            throws ApiFailure, InterruptedException {
        NamespacedName key = claim.key();
        String error = RpcErrorText.of(thrown);
        String why = "resize volume \"%s\" by resizer \"%s\" failed: %s"
                .formatted(volume.meta().name(), settings.driver(), error);
        ResizeFailure resizeFailure = ResizeFailure.of(thrown);
        remember(key, resizeFailure);
        try {
            switch (resizeFailure) {
                case UNCERTAIN, OVERDUE -> {}
                case FINAL, IN_USE, INFEASIBLE -> {
                    if (settings.recovers()) {
                        claims.patch(
                                claim,
                                patches.failed(
                                        claim, resizeFailure == ResizeFailure.INFEASIBLE, error, clock.instant()));
                    }
                }
            }
        } finally {
            events.warning(claim.reference(), VolumeEventReasons.VOLUME_RESIZE_FAILED, why);
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
