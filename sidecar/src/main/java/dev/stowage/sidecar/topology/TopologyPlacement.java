package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.sidecar.provision.seam.Placement;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Places volumes for a driver that cares where they are.
public final class TopologyPlacement implements Placement {
    private final View cluster;
    private final boolean strict;
    private final boolean immediate;
    private final ClaimMemory memory = new ClaimMemory();

    /// @param strict tell the driver the place of the selected node only
    /// @param immediate tell the driver all places when no node is selected
    public TopologyPlacement(View cluster, boolean strict, boolean immediate) {
        this.cluster = cluster;
        this.strict = strict;
        this.immediate = immediate;
    }

    @Override
    public boolean matters() {
        return true;
    }

    @Override
    public @Nullable TopologyRequirement requirement(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode)
            throws Refusal {
        var wish = new Wish(claim.meta().name(), storageClass.allowedTopologies(), selectedNode, strict, immediate);
        View view = memory.view(claim.meta().uid(), selectedNode, cluster);
        return switch (Accessibility.decide(wish, view)) {
            case Answer.Anywhere() -> null;
            case Answer.Require(TopologyRequirement requirement) -> requirement;
            case Answer.NotNow(String why) ->
                throw new Refusal(State.NO_CHANGE, "error generating accessibility requirements: " + why);
            case Answer.Reschedule(String why) -> throw new Refusal(State.RESCHEDULE, why);
        };
    }

    @Override
    public List<NodeSelectorTerm> affinity(List<Topology> accessible) {
        return Affinity.of(accessible);
    }

    @Override
    public void settled(PersistentVolumeClaim claim) {
        memory.forget(claim.meta().uid());
    }
}
