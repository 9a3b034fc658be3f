package dev.stowage.sidecar.provision;

import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.sidecar.provision.ClaimDecision.MissingClass;
import dev.stowage.sidecar.provision.ClaimDecision.Nothing;
import dev.stowage.sidecar.provision.ClaimDecision.Provision;
import dev.stowage.sidecar.provision.ClaimDecision.Taken;
import dev.stowage.sidecar.provision.ClaimDecision.Undo;
import dev.stowage.sidecar.provision.ProvisionerOptions.Naming;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Looks at one claim and carries out what has to be done about it.
final class ClaimWorker {
    private final String driver;
    private final Set<String> names;
    private final Naming naming;
    private final boolean intent;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Mirror<StorageClass> classes;
    private final Traces traces;
    private final Patience patience;
    private final Attempt attempt;
    private final Cleanup cleanup;
    private final ProvisionMetrics metrics;
    private final EventRecorder events;

    ClaimWorker(Workshop shop, Attempt attempt, Cleanup cleanup) {
        this.driver = shop.terms().driver();
        this.names = shop.names();
        this.naming = shop.terms().naming();
        this.intent = shop.intent();
        this.claims = shop.claims();
        this.volumes = shop.volumes();
        this.classes = shop.classes();
        this.traces = shop.traces();
        this.patience = shop.patience();
        this.metrics = shop.metrics();
        this.events = shop.events();
        this.attempt = attempt;
        this.cleanup = cleanup;
    }

    Outcome work(ClaimId id) throws InterruptedException {
        Optional<Claim> current =
                claims.find(id.key()).filter(claim -> claim.meta().uid().equals(id.uid()));
        if (current.isEmpty()) {
            return withoutClaim(id);
        }
        Claim claim = current.get();
        ClaimDecision.Known known = known(claim);
        if (known.object() == ClaimDecision.Found.OURS) {
            traces.forget(id);
        }
        return switch (ClaimDecision.of(claim, known)) {
            case Nothing() -> Outcome.done();
            case MissingClass() -> {
                metrics.provisionFailed(claim);
                yield Outcome.retry(missing(claim));
            }
            case Taken() -> taken(claim);
            case Provision(StorageClass storageClass, String node) -> {
                Duration wait = patience.remaining(id, storageClass);
                yield wait.isPositive() ? Outcome.again(wait) : attempt.make(claim, storageClass, node);
            }
            case Undo() -> undo(claim);
        };
    }

    private ClaimDecision.Known known(Claim claim) {
        String volume = VolumeName.of(naming, claim);
        return new ClaimDecision.Known(
                driver,
                names,
                volume,
                ClaimDecision.Found.of(volumes.find(volume), claim),
                classes.find(ClaimDecision.className(claim)),
                traces.of(ClaimId.of(claim)),
                intent);
    }

    /// The claim went away while the driver was at work for it.
    private Outcome withoutClaim(ClaimId id) throws InterruptedException {
        Optional<Claim> remembered = traces.open(id);
        if (remembered.isEmpty() || known(remembered.get()).object() == ClaimDecision.Found.OURS) {
            patience.forget(id);
            traces.forget(id);
            return Outcome.done();
        }
        Claim claim = remembered.get();
        if (intent) {
            return undo(claim);
        }
        // A volume object is made for the claim that is gone; its release deletes the volume.
        Optional<StorageClass> storageClass = classes.find(ClaimDecision.className(claim));
        return storageClass.isPresent()
                ? attempt.make(claim, storageClass.get(), ClaimDecision.selectedNode(claim))
                : Outcome.retry(missing(claim));
    }

    private Outcome taken(Claim claim) {
        String why = "the name " + VolumeName.of(naming, claim) + " belongs to the volume of another claim; "
                + "--volume-name-uuid-length leaves too little of the uid to tell them apart";
        metrics.provisionFailed(claim);
        events.warning(claim.reference(), "ProvisioningFailed", why);
        return Outcome.retry(why);
    }

    private Outcome undo(Claim claim) throws InterruptedException {
        Optional<StorageClass> storageClass = classes.find(ClaimDecision.className(claim));
        if (storageClass.isEmpty()) {
            events.warning(claim.reference(), "ProvisioningCleanupFailed", Cleanup.stuck(missing(claim)));
            return Outcome.retry(missing(claim));
        }
        return cleanup.undo(claim, storageClass.get());
    }

    private static String missing(Claim claim) {
        return "storageClass \"" + ClaimDecision.className(claim) + "\" not found";
    }
}
