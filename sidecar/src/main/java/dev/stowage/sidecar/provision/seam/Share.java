package dev.stowage.sidecar.provision.seam;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import java.time.Duration;

/// Which claims and volumes are ours when a provisioner runs on every node. Thread-safe.
public interface Share {

    /// What to do about a claim.
    sealed interface Verdict {}

    /// It is ours.
    record Ours() implements Verdict {}

    /// It is another's, or nobody can say yet; the next change of the claim will tell.
    record NotOurs() implements Verdict {}

    /// It may become ours: look again after that time.
    record Later(Duration after) implements Verdict {}

    /// What would be asked of the driver, were the claim ours; for a look at its capacity.
    @FunctionalInterface
    interface Trial {
        CreateVolumeRequest request(String node) throws Refusal, InterruptedException;
    }

    /// May write to the claim in order to win it, and then says [NotOurs]: the written claim is looked at again.
    ///
    /// @throws Refusal when it could not be found out; the claim is retried
    Verdict of(PersistentVolumeClaim claim, StorageClass storageClass, Trial trial) throws Refusal, InterruptedException;

    /// Whether this process may delete the volume.
    boolean owns(PersistentVolume volume);

    /// The claim is gone.
    void forget(PersistentVolumeClaim claim);

    /// For a provisioner that is alone.
    static Share everything() {
        return new Everything();
    }

    /// What [#everything] gives.
    final class Everything implements Share {
        private static final Verdict OURS = new Ours();

        private Everything() {}

        @Override
        public Verdict of(PersistentVolumeClaim claim, StorageClass storageClass, Trial trial) {
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
