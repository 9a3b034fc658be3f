package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sdk.Topology;
import dev.stowage.sdk.TopologyRequirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PoolDecisionTest {

    private static final Topology A = zone("a");
    private static final Topology B = zone("b");
    private static final Topology C = zone("c");

    private static final Candidate A1 = new Candidate("a1", A);
    private static final Candidate A2 = new Candidate("a2", A);
    private static final Candidate B1 = new Candidate("b1", B);
    private static final Candidate C1 = new Candidate("c1", C);
    private static final Candidate EVERYWHERE = new Candidate("everywhere", Topology.ANYWHERE);

    private record Candidate(String name, Topology topology) {}

    private static Topology zone(String name) {
        return new Topology(Map.of("topology.kubernetes.io/zone", name));
    }

    private static List<Candidate> decide(List<Topology> requisite, List<Topology> preferred, Candidate... pools) {
        return PoolDecision.candidates(
                List.of(pools), Candidate::topology, new TopologyRequirement(requisite, preferred));
    }

    @Test
    void withoutARequirementTheOrderOfTheConfigurationDecides() {
        assertThat(decide(List.of(), List.of(), B1, A1)).containsExactly(B1, A1);
    }

    @Test
    void preferredTopologiesComeFirstInTheirOrderThenTheOtherRequisiteOnes() {
        assertThat(decide(List.of(A, B, C), List.of(C, B), A1, A2, B1, C1)).containsExactly(C1, B1, A1, A2);
    }

    @Test
    void poolsOfOneTopologyKeepTheirOrder() {
        assertThat(decide(List.of(A), List.of(A), A2, B1, A1)).containsExactly(A2, A1);
    }

    @Test
    void aPoolElsewhereIsNoCandidate() {
        assertThat(decide(List.of(B), List.of(B), A1)).isEmpty();
        assertThat(decide(List.of(), List.of(B), A1)).isEmpty();
    }

    @Test
    void aPreferredTopologyThatIsNotRequisiteIsIgnored() {
        assertThat(decide(List.of(A), List.of(B, A), A1, B1)).containsExactly(A1);
    }

    @Test
    void aPoolWithoutATopologyIsAccessibleFromEverywhere() {
        assertThat(decide(List.of(B), List.of(B), A1, B1, EVERYWHERE)).containsExactly(B1, EVERYWHERE);
    }

    @Test
    void moreSegmentsThanThoseOfThePoolMakeNoDifference() {
        Topology rack = new Topology(Map.of("topology.kubernetes.io/zone", "b", "example.com/rack", "r1"));
        assertThat(decide(List.of(rack), List.of(), A1, B1)).containsExactly(B1);
        assertThat(decide(List.of(new Topology(Map.of("example.com/rack", "r1"))), List.of(), A1, B1))
                .isEmpty();
    }
}
