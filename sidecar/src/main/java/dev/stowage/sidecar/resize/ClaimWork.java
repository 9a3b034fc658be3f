package dev.stowage.sidecar.resize;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
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
final class ClaimWork implements WorkQueue.Worker<Key> {
    private static final Logger log = LoggerFactory.getLogger(ClaimWork.class);

    private final Setting setting;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Growth growth;
    private final PodsAtWork pods;
    private final Past past;
    private final Home home;
    private final Duration slow;
    private final InstantSource clock;

    /// @param slow how long a wish that the driver cannot fulfil rests
    ClaimWork(
            Setting setting,
            Mirror<Claim> claims,
            Mirror<Volume> volumes,
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
    public Outcome work(Key key) throws ApiFailure, InterruptedException {
        Optional<Claim> found = claims.find(key);
        if (found.isEmpty()) {
            past.forget(key);
            return Outcome.done();
        }
        Claim claim = found.get();
        Optional<Volume> volume = volumes.find(claim.volumeName());
        if (volume.isEmpty()) {
            return Expansion.isWanted(claim)
                    ? Outcome.retry("its volume " + claim.volumeName() + " is not known (yet)")
                    : Outcome.done();
        }
        return Ownership.isOurs(setting.driver(), claim, volume.get()) && home.has(volume.get())
                ? work(claim, volume.get())
                : Outcome.done();
    }

    private Outcome work(Claim claim, Volume seen) throws ApiFailure, InterruptedException {
        Volume volume = seen;
        if (Expansion.remembersInVain(claim, volume, setting)) {
            volume = volumes.patch(volume, Marks.forgetOldSize());
        }
        Key key = claim.key();
        Memo memo = past.of(key);
        PodsAtWork.Use use = memo.inUse() ? pods.of(key) : PodsAtWork.Use.NONE;
        if (use == PodsAtWork.Use.UNKNOWN) {
            return Outcome.retry("whether a pod uses it is not known yet");
        }
        Instant now = clock.instant();
        Step step = Expansion.decide(claim, volume, setting, memo, use == PodsAtWork.Use.SOME, now);
        if (ResizeState.of(claim.status().resize()) == ResizeState.CONTROLLER_INFEASIBLE) {
            past.slow(key, now.plus(slow), now);
        }
        return switch (step) {
            case Step.Rest(String why) -> {
                log.debug("Claim {}: nothing to expand: {}.", key, why);
                yield Outcome.done();
            }
            case Step.Later(Duration after) -> {
                log.debug("Claim {}: the driver cannot expand it; asking again in {}.", key, after);
                yield Outcome.again(after);
            }
            case Step.Expand expand -> growth.grow(claim, volume, expand);
            case Step.Refuse refuse -> growth.refuse(claim, refuse);
        };
    }
}
