package dev.stowage.sidecar.provisioner.extension;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.time.Duration;

/// Which claims and volumes are ours when a provisioner runs on every node. Thread-safe.
public interface ClaimOwnership {

    /// What to do about a claim.
    sealed interface OwnershipDecision {}

    /// It is ours.
    record Ours() implements OwnershipDecision {}

    /// It belongs to another provisioner, or is not decided yet; the next change of the claim decides.
    record NotOurs() implements OwnershipDecision {}

    /// It may become ours: retry after that time.
    record RetryLater(Duration after) implements OwnershipDecision {}

    /// The request for the volume if the claim becomes ours; used to check the capacity.
    @FunctionalInterface
    interface TrialRequest {
        CreateVolumeRequest request(String node) throws ProvisioningException, InterruptedException;
    }

    /// May write to the claim to take it, and then returns [NotOurs]: the updated claim is reconciled again.
    ///
    /// @throws ProvisioningException when it cannot be decided; the claim is retried
    OwnershipDecision decide(PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trial)
            throws ProvisioningException, InterruptedException;

    /// Whether this process may delete the volume.
    boolean owns(PersistentVolume volume);

    /// The claim is deleted.
    void forget(PersistentVolumeClaim claim);

    /// For a provisioner that runs as a single instance.
    static ClaimOwnership singleInstance() {
        return new SingleInstance();
    }

    /// The result of [#singleInstance].
    final class SingleInstance implements ClaimOwnership {
        private static final OwnershipDecision OURS = new Ours();

        private SingleInstance() {}

        @Override
        public OwnershipDecision decide(PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trial) {
            return OURS;
        }

        @Override
        public boolean owns(PersistentVolume volume) {
            return true;
        }

        @Override
        public void forget(PersistentVolumeClaim claim) {
            // Nothing is remembered.
        }
    }
}
