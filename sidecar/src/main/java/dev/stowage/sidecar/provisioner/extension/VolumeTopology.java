package dev.stowage.sidecar.provisioner.extension;

import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a volume shall be usable, and where it turned out to be. Thread-safe.
public interface VolumeTopology {

    /// Whether places matter to this driver at all. If not, nothing else is asked.
    boolean isSupported();

    /// Called for every attempt; attempts for the same claim get the same answer until [#settled].
    ///
    /// @param storageClass already translated when it was of the time before CSI
    /// @param selectedNode the scheduler's choice; empty when it made none
    /// @return null for a request that leaves it to the driver
    /// @throws Refusal [ProvisioningState#RESCHEDULE] when the chosen node is not there or not known to the driver
    @Nullable
    TopologyRequirement accessibilityRequirements(
            PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) throws ProvisioningException;

    /// The nodes from which the volume can be used; empty for everywhere.
    List<NodeSelectorTerm> nodeAffinity(List<Topology> accessible);

    /// The attempts for this claim have come to an end, good or bad: what was remembered for them can go.
    void forget(PersistentVolumeClaim claim);

    /// For a driver without topology.
    static VolumeTopology none() {
        return new NoTopology();
    }

    /// What [#anywhere] gives.
    final class NoTopology implements VolumeTopology {

        private NoTopology() {}

        @Override
        public boolean isSupported() {
            return false;
        }

        @Override
        public @Nullable TopologyRequirement accessibilityRequirements(
                PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) {
            return null;
        }

        @Override
        public List<NodeSelectorTerm> nodeAffinity(List<Topology> accessible) {
            return List.of();
        }

        @Override
        public void forget(PersistentVolumeClaim claim) {
            // Nothing is remembered.
        }
    }
}
