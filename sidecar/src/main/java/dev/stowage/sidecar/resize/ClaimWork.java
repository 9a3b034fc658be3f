package dev.stowage.sidecar.resize;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.claim.Home;
import dev.stowage.sidecar.claim.Memo;
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

    private final Setting setting;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Growth growth;
    private final PodsAtWork pods;
    private final Past past;
    private final Home home;
    private final Duration slow;
    private final InstantSource clock;

    /// @param slow how long a wish that the driver cannot fulfil rests
    ClaimWork(
            Setting setting,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            Growth growth,
            PodsAtWork pods,
            Past past,
            Home home,
            Duration slow,
            InstantSource clock) {
        this.setting = setting;
        this.claims = claims;
        this.volumes = volumes;
        this.growth = growth;
        this.pods = pods;
        this.past = past;
        this.home = home;
        this.slow = slow;
        this.clock = clock;
    }

    @Override
    public ReconcileResult work(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<PersistentVolumeClaim> found = claims.find(key);
        if (found.isEmpty()) {
            past.forget(key);
            return ReconcileResult.done();
        }
        PersistentVolumeClaim claim = found.get();
        Optional<PersistentVolume> volume = volumes.find(claim.volumeName());
        if (volume.isEmpty()) {
            return Expansion.isWanted(claim)
                    ? ReconcileResult.retry("its volume " + claim.volumeName() + " is not known (yet)")
                    : ReconcileResult.done();
        }
        return Ownership.isOurs(setting.driver(), claim, volume.get()) && home.has(volume.get())
                ? work(claim, volume.get())
                : ReconcileResult.done();
    }

    private ReconcileResult work(PersistentVolumeClaim claim, PersistentVolume seen) throws ApiFailure, InterruptedException {
        PersistentVolume volume = seen;
        if (Expansion.remembersInVain(claim, volume, setting)) {
            volume = volumes.patch(volume, Marks.forgetOldSize());
        }
        NamespacedName key = claim.key();
        Memo memo = past.of(key);
        PodsAtWork.Use use = memo.inUse() ? pods.of(key) : PodsAtWork.Use.NONE;
        if (use == PodsAtWork.Use.UNKNOWN) {
            return ReconcileResult.retry("whether a pod uses it is not known yet");
        }
        Instant now = clock.instant();
        Step step = Expansion.decide(claim, volume, setting, memo, use == PodsAtWork.Use.SOME, now);
        if (ResizeState.of(claim.status().resize()) == ResizeState.CONTROLLER_INFEASIBLE) {
            past.slow(key, now.plus(slow), now);
        }
        return switch (step) {
            case Step.Rest(String why) -> {
                log.debug("Claim {}: nothing to expand: {}.", key, why);
                yield ReconcileResult.done();
            }
            case Step.Later(Duration after) -> {
                log.debug("Claim {}: the driver cannot expand it; asking again in {}.", key, after);
                yield ReconcileResult.requeueAfter(after);
            }
            case Step.Expand expand -> growth.grow(claim, volume, expand);
            case Step.Refuse refuse -> growth.refuse(claim, refuse);
        };
    }
}
