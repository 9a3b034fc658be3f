package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.ClaimDecision.CleanUp;
import dev.stowage.sidecar.provisioner.ClaimDecision.MissingClass;
import dev.stowage.sidecar.provisioner.ClaimDecision.NameTaken;
import dev.stowage.sidecar.provisioner.ClaimDecision.Nothing;
import dev.stowage.sidecar.provisioner.ClaimDecision.Provision;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.Naming;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import dev.stowage.sidecar.provisioner.request.VolumeName;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Reconciles one claim.
final class ClaimWorker {
    private final String driver;
    private final Set<String> names;
    private final Naming naming;
    private final ProvisionerInformers informers;
    private final ClaimTracker tracker;
    private final ProvisionOperation operation;
    private final OrphanCleanup cleanup;
    private final ProvisioningReporter reporter;

    ClaimWorker(
            ProvisioningSettings settings,
            ProvisionerInformers informers,
            ClaimTracker tracker,
            ProvisionOperation operation,
            OrphanCleanup cleanup,
            ProvisioningReporter reporter) {
        this.driver = settings.driver();
        this.names = settings.provisionerNames();
        this.naming = settings.naming();
        this.informers = informers;
        this.tracker = tracker;
        this.operation = operation;
        this.cleanup = cleanup;
        this.reporter = reporter;
    }

    ReconcileResult work(ClaimId id) throws InterruptedException {
        Optional<PersistentVolumeClaim> current = informers
                .claims()
                .find(id.key())
                .filter(claim -> claim.meta().uid().equals(id.uid()));
        if (current.isEmpty()) {
            return withoutClaim(id);
        }
        PersistentVolumeClaim claim = current.get();
        ClaimDecision.ClaimState state = state(claim);
        if (state.object() == ClaimDecision.VolumeOwner.OURS) {
            tracker.saved(id);
        }
        return switch (ClaimDecision.of(claim, state)) {
            case Nothing() -> ReconcileResult.done();
            case MissingClass() -> {
                reporter.classMissing(claim);
                yield ReconcileResult.retry(missing(claim));
            }
            case NameTaken() -> nameTaken(claim);
            case Provision(StorageClass storageClass, String node) -> {
                Duration wait = tracker.remainingDelay(id, storageClass);
                yield wait.isPositive()
                        ? ReconcileResult.requeueAfter(wait)
                        : operation.provision(claim, storageClass, node);
            }
            case CleanUp() -> cleanUp(claim);
        };
    }

    private ClaimDecision.ClaimState state(PersistentVolumeClaim claim) {
        String volume = VolumeName.of(naming, claim);
        return new ClaimDecision.ClaimState(
                driver,
                names,
                volume,
                ClaimDecision.VolumeOwner.of(informers.volumes().find(volume), claim),
                storageClass(claim),
                tracker.status(ClaimId.of(claim)),
                tracker.isDurable());
    }

    /// The claim was deleted while the driver was working for it.
    private ReconcileResult withoutClaim(ClaimId id) throws InterruptedException {
        Optional<PersistentVolumeClaim> remembered = tracker.uncertainClaim(id);
        if (remembered.isEmpty() || state(remembered.get()).object() == ClaimDecision.VolumeOwner.OURS) {
            tracker.forget(id);
            return ReconcileResult.done();
        }
        PersistentVolumeClaim claim = remembered.get();
        if (tracker.isDurable()) {
            return cleanUp(claim);
        }
        // A PersistentVolume is created for the deleted claim; its release deletes the volume.
        Optional<StorageClass> storageClass = storageClass(claim);
        return storageClass.isPresent()
                ? operation.provision(claim, storageClass.get(), ClaimDecision.selectedNode(claim))
                : ReconcileResult.retry(missing(claim));
    }

    private ReconcileResult nameTaken(PersistentVolumeClaim claim) {
        String why = "volume name " + VolumeName.of(naming, claim) + " is used by the volume of another claim: "
                + "--volume-name-uuid-length is too short to distinguish them (increase it)";
        reporter.provisionFailed(claim, why);
        return ReconcileResult.retry(why);
    }

    private ReconcileResult cleanUp(PersistentVolumeClaim claim) throws InterruptedException {
        Optional<StorageClass> storageClass = storageClass(claim);
        if (storageClass.isEmpty()) {
            reporter.cleanupFailed(claim, missing(claim));
            return ReconcileResult.retry(missing(claim));
        }
        return cleanup.cleanUp(claim, storageClass.get());
    }

    private Optional<StorageClass> storageClass(PersistentVolumeClaim claim) {
        return informers.classes().find(ClaimDecision.className(claim));
    }

    private static String missing(PersistentVolumeClaim claim) {
        return "storageClass \"" + ClaimDecision.className(claim) + "\" not found";
    }
}
