package dev.stowage.sidecar.provision.seam;

import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a volume shall be usable, and where it turned out to be. Thread-safe.
public interface Placement {

    /// Whether places matter to this driver at all. If not, nothing else is asked.
    boolean matters();

    /// Called for every attempt; attempts for the same claim get the same answer until [#settled].
    ///
    /// @param storageClass already translated when it was of the time before CSI
    /// @param selectedNode the scheduler's choice; empty when it made none
    /// @return null for a request that leaves it to the driver
    /// @throws Refusal [State#RESCHEDULE] when the chosen node is not there or not known to the driver
    @Nullable
    TopologyRequirement requirement(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) throws Refusal;

    /// The nodes from which the volume can be used; empty for everywhere.
    List<NodeSelectorTerm> affinity(List<Topology> accessible);

    /// The attempts for this claim have come to an end, good or bad: what was remembered for them can go.
    void settled(PersistentVolumeClaim claim);

    /// For a driver without topology.
    static Placement anywhere() {
        return new Anywhere();
    }

    /// What [#anywhere] gives.
    final class Anywhere implements Placement {

        private Anywhere() {}

        @Override
        public boolean matters() {
            return false;
        }

        @Override
        public @Nullable TopologyRequirement requirement(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) {
            return null;
        }

        @Override
        public List<NodeSelectorTerm> affinity(List<Topology> accessible) {
            return List.of();
        }

        @Override
        public void settled(PersistentVolumeClaim claim) {
            // Nothing is remembered.
        }
    }
}
