package dev.stowage.sidecar.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelSelector.Requirement;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AffinityTest {
    private static final Topology EAST = Topology.newBuilder()
            .putSegments("zone", "east")
            .putSegments("rack", "1")
            .build();
    private static final Topology WEST =
            Topology.newBuilder().putSegments("zone", "west").build();

    @Test
    void everyTopologyIsAnAlternativeAndAllOfItsSegmentsHold() {
        assertThat(Affinity.of(List.of(EAST, WEST)))
                .containsExactly(
                        new NodeSelectorTerm(
                                List.of(
                                        new Requirement("rack", "In", List.of("1")),
                                        new Requirement("zone", "In", List.of("east"))),
                                List.of()),
                        new NodeSelectorTerm(List.of(new Requirement("zone", "In", List.of("west"))), List.of()));
    }

    @Test
    void volumeWithoutATopologyIsUsableEverywhere() {
        assertThat(Affinity.of(List.of())).isEmpty();
        assertThat(Affinity.of(List.of(Topology.getDefaultInstance()))).isEmpty();
        assertThat(Affinity.of(List.of(Topology.getDefaultInstance(), WEST))).hasSize(1);
    }

    @Test
    void nodeMayUseWhatOneAlternativeAllows() {
        List<NodeSelectorTerm> terms = Affinity.of(List.of(EAST, WEST));
        assertThat(Affinity.allows(terms, Map.of("zone", "west"))).isTrue();
        assertThat(Affinity.allows(terms, Map.of("zone", "east", "rack", "1", "x", "y")))
                .isTrue();
        assertThat(Affinity.allows(terms, Map.of("zone", "east"))).isFalse();
        assertThat(Affinity.allows(terms, Map.of())).isTrue();
        assertThat(Affinity.allows(List.of(), Map.of("zone", "north"))).isTrue();
        assertThat(Affinity.allows(List.of(new NodeSelectorTerm(List.of(), List.of())), Map.of("zone", "north")))
                .isFalse();
    }

    @Test
    void affinityTellsTheSegmentThatItCameFrom() {
        assertThat(Affinity.of(List.of(EAST)).stream().map(Segment::of))
                .containsExactly(java.util.Optional.of(Segment.of(EAST.getSegmentsMap())));
        assertThat(Segment.of(new NodeSelectorTerm(List.of(new Requirement("zone", "In", List.of("a", "b"))), List.of())))
                .isEmpty();
        assertThat(Segment.of(new NodeSelectorTerm(List.of(new Requirement("zone", "Exists", List.of())), List.of())))
                .isEmpty();
        assertThat(Segment.of(new NodeSelectorTerm(List.of(), List.of(new Requirement("metadata.name", "In", List.of("n1"))))))
                .isEmpty();
    }
}
