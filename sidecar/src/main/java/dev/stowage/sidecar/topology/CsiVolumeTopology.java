package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.extension.VolumeTopology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Topology requirements for drivers with VOLUME_ACCESSIBILITY_CONSTRAINTS.
public final class CsiVolumeTopology implements VolumeTopology {
    private final TopologyState cluster;
    private final boolean strict;
    private final boolean immediate;
    private final ClaimTopologyCache memory = new ClaimTopologyCache();

    /// @param strict pass only the topology of the selected node
    /// @param immediate pass the topology of all nodes when no node is selected
    public CsiVolumeTopology(TopologyState cluster, boolean strict, boolean immediate) {
        this.cluster = cluster;
        this.strict = strict;
        this.immediate = immediate;
    }

    @Override
    public boolean isSupported() {
        return true;
    }

    @Override
    public @Nullable TopologyRequirement accessibilityRequirements(
            PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) throws ProvisioningException {
        var request = new AccessibilityRequest(
                claim.meta().name(), storageClass.allowedTopologies(), selectedNode, strict, immediate);
        TopologyState state = memory.stateFor(claim.meta().uid(), selectedNode, cluster);
        return switch (AccessibilityRequirements.decide(request, state)) {
            case AccessibilityDecision.Anywhere() -> null;
            case AccessibilityDecision.Require(TopologyRequirement requirement) -> requirement;
            case AccessibilityDecision.NotNow(String why) ->
                throw new ProvisioningException(
                        ProvisioningState.NO_CHANGE, "error generating accessibility requirements: " + why);
            case AccessibilityDecision.Reschedule(String why) ->
                throw new ProvisioningException(ProvisioningState.RESCHEDULE, why);
        };
    }

    @Override
    public List<NodeSelectorTerm> nodeAffinity(List<Topology> accessible) {
        return VolumeNodeAffinity.of(accessible);
    }

    @Override
    public void forget(PersistentVolumeClaim claim) {
        memory.forget(claim.meta().uid());
    }
}
