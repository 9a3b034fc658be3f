package dev.stowage.sidecar.modify;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.claim.Home;
import dev.stowage.sidecar.claim.Past;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at one claim and does what it needs.
final class ClaimWork implements WorkQueue.Worker<NamespacedName> {
    private static final Logger log = LoggerFactory.getLogger(ClaimWork.class);

    private final String driver;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<VolumeAttributesClass> classes;
    private final Change change;
    private final Past past;
    private final Home home;
    private final Duration slow;
    private final EventRecorder events;
    private final InstantSource clock;

    /// @param slow how long a class that the driver refuses rests
    ClaimWork(
            String driver,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            Informer<VolumeAttributesClass> classes,
            Change change,
            Past past,
            Home home,
            Duration slow,
            EventRecorder events,
            InstantSource clock) {
        this.driver = driver;
        this.claims = claims;
        this.volumes = volumes;
        this.classes = classes;
        this.change = change;
        this.past = past;
        this.home = home;
        this.slow = slow;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public ReconcileResult work(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<PersistentVolumeClaim> claim = claims.find(key);
        if (claim.isEmpty()) {
            past.forget(key);
            return ReconcileResult.done();
        }
        if (!Modification.isWanted(claim.get())) {
            return ReconcileResult.done();
        }
        Optional<PersistentVolume> volume = volumes.find(claim.get().volumeName());
        if (volume.isEmpty()) {
            return ReconcileResult.retry("its volume " + claim.get().volumeName() + " is not known (yet)");
        }
        return volume.get().isOf(driver) && home.has(volume.get()) ? work(claim.get(), volume.get()) : ReconcileResult.done();
    }

    private ReconcileResult work(PersistentVolumeClaim claim, PersistentVolume volume) throws ApiFailure, InterruptedException {
        NamespacedName key = claim.key();
        Instant now = clock.instant();
        Step step = Modification.decide(claim, past.of(key), now);
        if (!Modification.isSameWish(claim)) {
            past.quick(key);
        } else if (isInfeasible(claim)) {
            past.slow(key, now.plus(slow), now);
        }
        return switch (step) {
            case Step.Rest() -> ReconcileResult.done();
            case Step.Later(Duration after) -> {
                log.debug("Claim {}: the driver refuses its class; asking again in {}.", key, after);
                yield ReconcileResult.requeueAfter(after);
            }
            case Step.Cancel() -> {
                events.normal(claim.reference(), "VolumeModifyCanceled", "Cancelled modify.");
                claims.patch(claim, Marks.cancelled(claim));
                yield ReconcileResult.done();
            }
            case Step.Resume(String target) -> {
                Optional<VolumeAttributesClass> found = find(claim, target);
                yield found.isPresent()
                        ? change.resume(claim, volume, found.get())
                        : ReconcileResult.retry("the class " + target + ", which it is modified to, is gone");
            }
            case Step.Begin(String target) -> {
                Optional<VolumeAttributesClass> found = find(claim, target);
                yield found.isPresent() ? change.begin(claim, volume, found.get()) : pending(claim);
            }
        };
    }

    private static boolean isInfeasible(PersistentVolumeClaim claim) {
        var modifyVolumeStatus = claim.status().modifyVolumeStatus();
        return modifyVolumeStatus != null && modifyVolumeStatus.status().equals(Modification.INFEASIBLE);
    }

    private Optional<VolumeAttributesClass> find(PersistentVolumeClaim claim, String name) {
        Optional<VolumeAttributesClass> found = classes.find(name);
        if (found.isEmpty()) {
            events.warning(claim.reference(), Change.EVENT_FAILED, "VAC \"" + name + "\" does not exist.");
        }
        return found;
    }

    /// The claim is looked at again when the class comes.
    private ReconcileResult pending(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        var modifyVolumeStatus = claim.status().modifyVolumeStatus();
        if (modifyVolumeStatus == null || !modifyVolumeStatus.status().equals(Modification.PENDING)) {
            claims.patch(claim, Marks.pending(claim));
        }
        return ReconcileResult.done();
    }
}
