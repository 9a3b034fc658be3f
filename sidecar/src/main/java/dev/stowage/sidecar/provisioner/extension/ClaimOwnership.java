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

    /// It is another's, or nobody can say yet; the next change of the claim will tell.
    record NotOurs() implements OwnershipDecision {}

    /// It may become ours: look again after that time.
    record RetryLater(Duration after) implements OwnershipDecision {}

    /// What would be asked of the driver, were the claim ours; for a look at its capacity.
    @FunctionalInterface
    interface TrialRequest {
        CreateVolumeRequest request(String node) throws ProvisioningException, InterruptedException;
    }

    /// May write to the claim in order to win it, and then says [NotOurs]: the written claim is looked at again.
    ///
    /// @throws Refusal when it could not be found out; the claim is retried
    OwnershipDecision decide(PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trialRequest)
            throws ProvisioningException, InterruptedException;

    /// Whether this process may delete the volume.
    boolean owns(PersistentVolume volume);

    /// The claim is gone.
    void forget(PersistentVolumeClaim claim);

    /// For a provisioner that is alone.
    static ClaimOwnership singleInstance() {
        return new SingleInstance();
    }

    /// What [#everything] gives.
    final class SingleInstance implements ClaimOwnership {
        private static final OwnershipDecision OURS = new Ours();

        private SingleInstance() {}

        @Override
        public OwnershipDecision decide(
                PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trialRequest) {
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
