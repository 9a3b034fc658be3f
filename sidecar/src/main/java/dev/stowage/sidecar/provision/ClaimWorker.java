package dev.stowage.sidecar.provision;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
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
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<StorageClass> classes;
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

    ReconcileResult work(ClaimId id) throws InterruptedException {
        Optional<PersistentVolumeClaim> current =
                claims.find(id.key()).filter(claim -> claim.meta().uid().equals(id.uid()));
        if (current.isEmpty()) {
            return withoutClaim(id);
        }
        PersistentVolumeClaim claim = current.get();
        ClaimDecision.Known known = known(claim);
        if (known.object() == ClaimDecision.Found.OURS) {
            traces.forget(id);
        }
        return switch (ClaimDecision.of(claim, known)) {
            case Nothing() -> ReconcileResult.done();
            case MissingClass() -> {
                metrics.provisionFailed(claim);
                yield ReconcileResult.retry(missing(claim));
            }
            case Taken() -> taken(claim);
            case Provision(StorageClass storageClass, String node) -> {
                Duration wait = patience.remaining(id, storageClass);
                yield wait.isPositive() ? ReconcileResult.requeueAfter(wait) : attempt.make(claim, storageClass, node);
            }
            case Undo() -> undo(claim);
        };
    }

    private ClaimDecision.Known known(PersistentVolumeClaim claim) {
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
    private ReconcileResult withoutClaim(ClaimId id) throws InterruptedException {
        Optional<PersistentVolumeClaim> remembered = traces.open(id);
        if (remembered.isEmpty() || known(remembered.get()).object() == ClaimDecision.Found.OURS) {
            patience.forget(id);
            traces.forget(id);
            return ReconcileResult.done();
        }
        PersistentVolumeClaim claim = remembered.get();
        if (intent) {
            return undo(claim);
        }
        // A volume object is made for the claim that is gone; its release deletes the volume.
        Optional<StorageClass> storageClass = classes.find(ClaimDecision.className(claim));
        return storageClass.isPresent()
                ? attempt.make(claim, storageClass.get(), ClaimDecision.selectedNode(claim))
                : ReconcileResult.retry(missing(claim));
    }

    private ReconcileResult taken(PersistentVolumeClaim claim) {
        String why = "the name " + VolumeName.of(naming, claim) + " belongs to the volume of another claim; "
                + "--volume-name-uuid-length leaves too little of the uid to tell them apart";
        metrics.provisionFailed(claim);
        events.warning(claim.reference(), "ProvisioningFailed", why);
        return ReconcileResult.retry(why);
    }

    private ReconcileResult undo(PersistentVolumeClaim claim) throws InterruptedException {
        Optional<StorageClass> storageClass = classes.find(ClaimDecision.className(claim));
        if (storageClass.isEmpty()) {
            events.warning(claim.reference(), "ProvisioningCleanupFailed", Cleanup.stuck(missing(claim)));
            return ReconcileResult.retry(missing(claim));
        }
        return cleanup.undo(claim, storageClass.get());
    }

    private static String missing(PersistentVolumeClaim claim) {
        return "storageClass \"" + ClaimDecision.className(claim) + "\" not found";
    }
}
