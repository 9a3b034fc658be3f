package dev.stowage.sidecar.resize;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.claim.Past;
import dev.stowage.sidecar.resize.VolumeExpander.Expanded;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries an expansion out: the claim is marked first, then the driver is asked, then the volume is written, then the
/// claim. Whoever takes over in the middle finds out from the claim where to go on.
final class Growth {
    private static final Logger log = LoggerFactory.getLogger(Growth.class);

    private final Setting setting;
    private final Marks marks;
    private final VolumeExpander expander;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final EventRecorder events;
    private final Past past;
    private final Runnable onInUse;
    private final InstantSource clock;

    /// @param onInUse called whenever the driver refuses because somebody uses a volume
    Growth(
            Setting setting,
            VolumeExpander expander,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            EventRecorder events,
            Past past,
            Runnable onInUse,
            InstantSource clock) {
        this.setting = setting;
        this.marks = new Marks(setting);
        this.expander = expander;
        this.claims = claims;
        this.volumes = volumes;
        this.events = events;
        this.past = past;
        this.onInUse = onInUse;
        this.clock = clock;
    }

    ReconcileResult refuse(PersistentVolumeClaim seen, Step.Refuse step) throws ApiFailure, InterruptedException {
        PersistentVolumeClaim claim = claims.patch(seen, marks.underWay(seen, step.target(), step.anew(), clock.instant()));
        String why = "Unable to expand " + claim.key() + " because CSI driver " + setting.driver()
                + " only supports offline expansion and volume is currently in-use";
        events.warning(claim.reference(), Names.EVENT_FAILED, why);
        return ReconcileResult.retry(why);
    }

    ReconcileResult grow(PersistentVolumeClaim seen, PersistentVolume volume, Step.Expand step) throws ApiFailure, InterruptedException {
        Quantity before = seen.status().capacity();
        PersistentVolumeClaim claim = claims.patch(seen, marks.underWay(seen, step.target(), step.anew(), clock.instant()));
        events.normal(
                claim.reference(),
                Names.EVENT_RESIZING,
                "External resizer is resizing volume " + volume.meta().name());
        NamespacedName key = claim.key();
        past.calling(key);
        log.info("Claim {}: expanding volume {} to {}.", key, volume.meta().name(), step.target());
        Expanded expanded;
        try {
            expanded = expander.expand(claim, volume, step.target());
        } catch (StatusRuntimeException | ApiFailure | IllegalArgumentException e) {
            return failed(claim, volume, e);
        }
        past.forget(key);
        try {
            return write(claim, volume, before, expanded);
        } catch (ApiFailure e) {
            if (setting.recovers() || !e.isConflict()) {
                events.warning(claim.reference(), Names.EVENT_FAILED, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private ReconcileResult write(PersistentVolumeClaim claim, PersistentVolume volume, Quantity before, Expanded expanded)
            throws ApiFailure, InterruptedException {
        Optional<Patch> grown = marks.grown(volume, before, expanded.size(), expanded.nodeExpands());
        if (grown.isPresent()) {
            volumes.patch(volume, grown.get());
        }
        if (expanded.nodeExpands()) {
            claims.patch(claim, marks.waitingForNode(claim, clock.instant()));
            events.normal(claim.reference(), Names.EVENT_FILE_SYSTEM, "Require file system resize of volume on node");
        } else {
            claims.patch(claim, marks.finished(claim, expanded.size()));
            events.normal(claim.reference(), Names.EVENT_SUCCESSFUL, "Resize volume succeeded");
        }
        log.info(
                "Claim {}: volume {} has {}{}.",
                claim.key(),
                volume.meta().name(),
                expanded.size(),
                expanded.nodeExpands() ? "; the node does the rest" : "");
        return ReconcileResult.done();
    }

    private ReconcileResult failed(PersistentVolumeClaim claim, PersistentVolume volume, Exception thrown) throws ApiFailure, InterruptedException {
        NamespacedName key = claim.key();
        String said = RpcErrorText.of(thrown);
        String why = "resize volume \"%s\" by resizer \"%s\" failed: %s"
                .formatted(volume.meta().name(), setting.driver(), said);
        Failure failure = Failure.of(thrown);
        remember(key, failure);
        try {
            switch (failure) {
                case UNCERTAIN, OVERDUE -> {}
                case FINAL, IN_USE, INFEASIBLE -> {
                    if (setting.recovers()) {
                        claims.patch(claim, marks.failed(claim, failure == Failure.INFEASIBLE, said, clock.instant()));
                    }
                }
            }
        } finally {
            events.warning(claim.reference(), Names.EVENT_FAILED, why);
        }
        return ReconcileResult.retry(why);
    }

    private void remember(NamespacedName key, Failure failure) {
        switch (failure) {
            case UNCERTAIN -> past.quick(key);
            case OVERDUE -> {
                past.quick(key);
                past.overdue(key);
            }
            case FINAL -> {
                past.quick(key);
                past.settled(key);
            }
            case IN_USE -> {
                past.quick(key);
                past.settled(key);
                past.inUse(key);
                onInUse.run();
            }
            case INFEASIBLE -> past.settled(key);
        }
    }
}
