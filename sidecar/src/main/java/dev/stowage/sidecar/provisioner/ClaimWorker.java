package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.ClaimDecision.CleanUp;
import dev.stowage.sidecar.provisioner.ClaimDecision.MissingClass;
import dev.stowage.sidecar.provisioner.ClaimDecision.NameTaken;
import dev.stowage.sidecar.provisioner.ClaimDecision.Nothing;
import dev.stowage.sidecar.provisioner.ClaimDecision.Provision;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.journal.PendingProvisions;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.Naming;
import dev.stowage.sidecar.provisioner.request.VolumeName;
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
    private final PendingProvisions pendingProvisions;
    private final InfeasibleClaims infeasibleClaims;
    private final ProvisionOperation provisionOperation;
    private final OrphanCleanup orphanCleanup;
    private final ProvisionerMetrics metrics;
    private final EventRecorder events;

    ClaimWorker(ProvisioningContext context, ProvisionOperation provisionOperation, OrphanCleanup orphanCleanup) {
        this.driver = context.settings().driver();
        this.names = context.names();
        this.naming = context.settings().naming();
        this.intent = context.intent();
        this.claims = context.claims();
        this.volumes = context.volumes();
        this.classes = context.classes();
        this.pendingProvisions = context.pending();
        this.infeasibleClaims = context.infeasible();
        this.metrics = context.metrics();
        this.events = context.events();
        this.provisionOperation = provisionOperation;
        this.orphanCleanup = orphanCleanup;
    }

    ReconcileResult work(ClaimId id) throws InterruptedException {
        Optional<PersistentVolumeClaim> current =
                claims.find(id.key()).filter(claim -> claim.meta().uid().equals(id.uid()));
        if (current.isEmpty()) {
            return withoutClaim(id);
        }
        PersistentVolumeClaim claim = current.get();
        ClaimDecision.ClaimState claimState = known(claim);
        if (claimState.object() == ClaimDecision.VolumeOwner.OURS) {
            pendingProvisions.forget(id);
        }
        return switch (ClaimDecision.of(claim, claimState)) {
            case Nothing() -> ReconcileResult.done();
            case MissingClass() -> {
                metrics.provisionFailed(claim);
                yield ReconcileResult.retry(missing(claim));
            }
            case NameTaken() -> nameTaken(claim);
            case Provision(StorageClass storageClass, String node) -> {
                Duration wait = infeasibleClaims.remaining(id, storageClass);
                yield wait.isPositive()
                        ? ReconcileResult.requeueAfter(wait)
                        : provisionOperation.provision(claim, storageClass, node);
            }
            case CleanUp() -> cleanUp(claim);
        };
    }

    private ClaimDecision.ClaimState known(PersistentVolumeClaim claim) {
        String volume = VolumeName.of(naming, claim);
        return new ClaimDecision.ClaimState(
                driver,
                names,
                volume,
                ClaimDecision.VolumeOwner.of(volumes.find(volume), claim),
                classes.find(ClaimDecision.className(claim)),
                pendingProvisions.of(ClaimId.of(claim)),
                intent);
    }

    /// The claim went away while the driver was at work for it.
    private ReconcileResult withoutClaim(ClaimId id) throws InterruptedException {
        Optional<PersistentVolumeClaim> remembered = pendingProvisions.open(id);
        if (remembered.isEmpty() || known(remembered.get()).object() == ClaimDecision.VolumeOwner.OURS) {
            infeasibleClaims.forget(id);
            pendingProvisions.forget(id);
            return ReconcileResult.done();
        }
        PersistentVolumeClaim claim = remembered.get();
        if (intent) {
            return cleanUp(claim);
        }
        // A volume object is made for the claim that is gone; its release deletes the volume.
        Optional<StorageClass> storageClass = classes.find(ClaimDecision.className(claim));
        return storageClass.isPresent()
                ? provisionOperation.provision(claim, storageClass.get(), ClaimDecision.selectedNode(claim))
                : ReconcileResult.retry(missing(claim));
    }

    private ReconcileResult nameTaken(PersistentVolumeClaim claim) {
        String why = "the name " + VolumeName.of(naming, claim) + " belongs to the volume of another claim; "
                + "--volume-name-uuid-length leaves too little of the uid to tell them apart";
        metrics.provisionFailed(claim);
        events.warning(claim.reference(), "ProvisioningFailed", why);
        return ReconcileResult.retry(why);
    }

    private ReconcileResult cleanUp(PersistentVolumeClaim claim) throws InterruptedException {
        Optional<StorageClass> storageClass = classes.find(ClaimDecision.className(claim));
        if (storageClass.isEmpty()) {
            events.warning(claim.reference(), "ProvisioningCleanupFailed", OrphanCleanup.stuck(missing(claim)));
            return ReconcileResult.retry(missing(claim));
        }
        return orphanCleanup.cleanUp(claim, storageClass.get());
    }

    private static String missing(PersistentVolumeClaim claim) {
        return "storageClass \"" + ClaimDecision.className(claim) + "\" not found";
    }
}
