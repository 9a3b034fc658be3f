package dev.stowage.sidecar.modify;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.AttributesClass;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import dev.stowage.sidecar.claim.Home;
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

    private final String driver;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Mirror<AttributesClass> classes;
    private final Change change;
    private final Past past;
    private final Home home;
    private final Duration slow;
    private final EventRecorder events;
    private final InstantSource clock;

    /// @param slow how long a class that the driver refuses rests
    ClaimWork(
            String driver,
            Mirror<Claim> claims,
            Mirror<Volume> volumes,
            Mirror<AttributesClass> classes,
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
    public Outcome work(Key key) throws ApiFailure, InterruptedException {
        Optional<Claim> claim = claims.find(key);
        if (claim.isEmpty()) {
            past.forget(key);
            return Outcome.done();
        }
        if (!Modification.isWanted(claim.get())) {
            return Outcome.done();
        }
        Optional<Volume> volume = volumes.find(claim.get().volumeName());
        if (volume.isEmpty()) {
            return Outcome.retry("its volume " + claim.get().volumeName() + " is not known (yet)");
        }
        return volume.get().isOf(driver) && home.has(volume.get()) ? work(claim.get(), volume.get()) : Outcome.done();
    }

    private Outcome work(Claim claim, Volume volume) throws ApiFailure, InterruptedException {
        Key key = claim.key();
        Instant now = clock.instant();
        Step step = Modification.decide(claim, past.of(key), now);
        if (!Modification.isSameWish(claim)) {
            past.quick(key);
        } else if (isInfeasible(claim)) {
            past.slow(key, now.plus(slow), now);
        }
        return switch (step) {
            case Step.Rest() -> Outcome.done();
            case Step.Later(Duration after) -> {
                log.debug("Claim {}: the driver refuses its class; asking again in {}.", key, after);
                yield Outcome.again(after);
            }
            case Step.Cancel() -> {
                events.normal(claim.reference(), "VolumeModifyCanceled", "Cancelled modify.");
                claims.patch(claim, Marks.cancelled(claim));
                yield Outcome.done();
            }
            case Step.Resume(String target) -> {
                Optional<AttributesClass> found = find(claim, target);
                yield found.isPresent()
                        ? change.resume(claim, volume, found.get())
                        : Outcome.retry("the class " + target + ", which it is modified to, is gone");
            }
            case Step.Begin(String target) -> {
                Optional<AttributesClass> found = find(claim, target);
                yield found.isPresent() ? change.begin(claim, volume, found.get()) : pending(claim);
            }
        };
    }

    private static boolean isInfeasible(Claim claim) {
        var modify = claim.status().modify();
        return modify != null && modify.status().equals(Modification.INFEASIBLE);
    }

    private Optional<AttributesClass> find(Claim claim, String name) {
        Optional<AttributesClass> found = classes.find(name);
        if (found.isEmpty()) {
            events.warning(claim.reference(), Change.EVENT_FAILED, "VAC \"" + name + "\" does not exist.");
        }
        return found;
    }

    /// The claim is looked at again when the class comes.
    private Outcome pending(Claim claim) throws ApiFailure, InterruptedException {
        var modify = claim.status().modify();
        if (modify == null || !modify.status().equals(Modification.PENDING)) {
            claims.patch(claim, Marks.pending(claim));
        }
        return Outcome.done();
    }
}
