package dev.stowage.sidecar.provisioner.extension;

import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a volume must be accessible, and where it is. Thread-safe.
public interface VolumeTopology {

    /// Whether the driver has topology at all. If not, the other methods are not called.
    boolean isSupported();

    /// Called for every attempt; attempts for the same claim get the same result until [#forget].
    ///
    /// @param storageClass already translated from its in-tree form
    /// @param selectedNode the node that the scheduler selected; empty when none
    /// @return null to leave it to the driver
    /// @throws ProvisioningException [ProvisioningState#RESCHEDULE] when the selected node does not exist or
    ///     has no driver
    @Nullable
    TopologyRequirement accessibilityRequirements(
            PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) throws ProvisioningException;

    /// The nodes that can use the volume; empty for all.
    List<NodeSelectorTerm> nodeAffinity(List<Topology> accessible);

    /// The attempts for this claim have ended, successfully or not.
    void forget(PersistentVolumeClaim claim);

    /// For a driver without topology.
    static VolumeTopology none() {
        return new NoTopology();
    }

    /// The result of [#none].
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
