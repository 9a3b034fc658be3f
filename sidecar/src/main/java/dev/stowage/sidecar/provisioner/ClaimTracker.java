package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.journal.JournalFullException;
import dev.stowage.sidecar.provisioner.journal.PendingProvisions;
import dev.stowage.sidecar.provisioner.journal.PendingStatus;
import dev.stowage.sidecar.provisioner.request.CreateVolumeError;
import dev.stowage.sidecar.secret.SecretParameters;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Everything that is remembered about a claim between attempts: whether a volume may exist, how long to wait, the
/// topology that was chosen. Informs the extensions of the result of an attempt. Thread-safe.
final class ClaimTracker {

    private final PendingProvisions pending;
    private final InfeasibleClaims infeasible;
    private final ProvisionerExtensions extensions;

    ClaimTracker(PendingProvisions pending, InfeasibleClaims infeasible, ProvisionerExtensions extensions) {
        this.pending = pending;
        this.infeasible = infeasible;
        this.extensions = extensions;
    }

    /// Whether pending provisions are recorded in a journal that survives this process.
    boolean isDurable() {
        return pending.isDurable();
    }

    PendingStatus status(ClaimId id) {
        return pending.of(id);
    }

    /// The claim as recorded, if its volume may exist; the claim itself may be deleted.
    Optional<PersistentVolumeClaim> uncertainClaim(ClaimId id) {
        return pending.open(id);
    }

    /// How long the claim must still wait; zero for not at all.
    Duration remainingDelay(ClaimId id, StorageClass storageClass) {
        return infeasible.remaining(id, storageClass);
    }

    List<ClaimId> infeasibleClaims(String className) {
        return infeasible.waitingFor(className);
    }

    /// The driver is about to be called. Returns when this is recorded.
    void begin(PersistentVolumeClaim claim, StorageClass storageClass)
            throws ProvisioningException, InterruptedException {
        try {
            pending.begin(claim, SecretParameters.claimAnnotations(storageClass.parameters()));
        } catch (ApiFailure | JournalFullException e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "cannot write the provisioning journal: " + e.getMessage(), e);
        }
    }

    /// The driver created the volume, and its PersistentVolume is saved or will be.
    void succeeded(PersistentVolumeClaim claim, StorageClass storageClass, List<NodeSelectorTerm> affinity) {
        infeasible.forget(ClaimId.of(claim));
        extensions.topology().forget(claim);
        extensions.listener().provisioned(storageClass.meta().name(), affinity);
    }

    /// The claim has its PersistentVolume.
    void saved(ClaimId id) {
        pending.forget(id);
    }

    /// The attempt ended before the driver was called.
    void refused(StorageClass storageClass, ProvisioningState state) {
        if (state != ProvisioningState.NO_CHANGE) {
            extensions.listener().failed(storageClass.meta().name());
        }
    }

    /// The driver created a volume that cannot be used.
    void uncertain(PersistentVolumeClaim claim, StorageClass storageClass) {
        pending.open(claim);
        extensions.listener().failed(storageClass.meta().name());
    }

    /// The call failed.
    ///
    /// @return how long to wait when the request is infeasible; empty for the usual back-off
    Optional<Duration> failed(
            PersistentVolumeClaim claim, StorageClass storageClass, Status.Code code, ProvisioningState state) {
        if (CreateVolumeError.leavesNothing(code)) {
            pending.markClean(claim);
        } else {
            pending.open(claim);
        }
        // The driver may still be working for this topology: the next attempt must repeat it.
        if (state != ProvisioningState.IN_BACKGROUND) {
            extensions.topology().forget(claim);
        }
        extensions.listener().failed(storageClass.meta().name());
        return CreateVolumeError.isInfeasible(code)
                ? Optional.of(infeasible.add(ClaimId.of(claim), storageClass))
                : Optional.empty();
    }

    /// A volume that no PersistentVolume refers to was deleted.
    void orphanDeleted(List<NodeSelectorTerm> affinity) {
        extensions.listener().deleted(affinity);
    }

    /// No volume exists for the claim.
    void cleanedUp(PersistentVolumeClaim claim) {
        extensions.topology().forget(claim);
        pending.forget(ClaimId.of(claim));
    }

    /// Neither the claim nor its volume exists, or the volume has its PersistentVolume.
    void forget(ClaimId id) {
        infeasible.forget(id);
        pending.forget(id);
    }

    /// @return whether a volume may exist and must be cleaned up
    boolean claimDeleted(PersistentVolumeClaim claim) {
        ClaimId id = ClaimId.of(claim);
        pending.claimDeleted(id);
        infeasible.forget(id);
        extensions.ownership().forget(claim);
        if (pending.of(id) == PendingStatus.OPEN) {
            return true;
        }
        extensions.topology().forget(claim);
        return false;
    }
}
