package dev.stowage.sidecar.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VolumeNodeAffinityTest {
    private static final Topology EAST = Topology.newBuilder()
            .putSegments("zone", "east")
            .putSegments("rack", "1")
            .build();
    private static final Topology WEST =
            Topology.newBuilder().putSegments("zone", "west").build();

    @Test
    void everyTopologyIsAnAlternativeAndAllOfItsSegmentsHold() {
        assertThat(VolumeNodeAffinity.of(List.of(EAST, WEST)))
                .containsExactly(
                        new NodeSelectorTerm(
                                List.of(
                                        LabelRequirement.in("rack", List.of("1")),
                                        LabelRequirement.in("zone", List.of("east"))),
                                List.of()),
                        new NodeSelectorTerm(List.of(LabelRequirement.in("zone", List.of("west"))), List.of()));
    }

    @Test
    void volumeWithoutATopologyIsUsableEverywhere() {
        assertThat(VolumeNodeAffinity.of(List.of())).isEmpty();
        assertThat(VolumeNodeAffinity.of(List.of(Topology.getDefaultInstance())))
                .isEmpty();
        assertThat(VolumeNodeAffinity.of(List.of(Topology.getDefaultInstance(), WEST)))
                .hasSize(1);
    }

    @Test
    void nodeMayUseWhatOneAlternativeAllows() {
        List<NodeSelectorTerm> terms = VolumeNodeAffinity.of(List.of(EAST, WEST));
        assertThat(VolumeNodeAffinity.allows(terms, Map.of("zone", "west"))).isTrue();
        assertThat(VolumeNodeAffinity.allows(terms, Map.of("zone", "east", "rack", "1", "x", "y")))
                .isTrue();
        assertThat(VolumeNodeAffinity.allows(terms, Map.of("zone", "east"))).isFalse();
        assertThat(VolumeNodeAffinity.allows(terms, Map.of())).isTrue();
        assertThat(VolumeNodeAffinity.allows(List.of(), Map.of("zone", "north")))
                .isTrue();
        assertThat(VolumeNodeAffinity.allows(
                        List.of(new NodeSelectorTerm(List.of(), List.of())), Map.of("zone", "north")))
                .isFalse();
    }

    @Test
    void affinityIsConvertedBackToItsSegment() {
        assertThat(VolumeNodeAffinity.of(List.of(EAST)).stream().map(TopologySegment::of))
                .containsExactly(java.util.Optional.of(TopologySegment.of(EAST.getSegmentsMap())));
        assertThat(TopologySegment.of(
                        new NodeSelectorTerm(List.of(LabelRequirement.in("zone", List.of("a", "b"))), List.of())))
                .isEmpty();
        assertThat(TopologySegment.of(new NodeSelectorTerm(
                        List.of(new LabelRequirement("zone", LabelRequirement.Operator.EXISTS, List.of())), List.of())))
                .isEmpty();
        assertThat(TopologySegment.of(
                        new NodeSelectorTerm(List.of(), List.of(LabelRequirement.in("metadata.name", List.of("n1"))))))
                .isEmpty();
    }
}
