package dev.stowage.sidecar.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimTopologyCacheTest {
    private static final TopologyState EAST = new NodeTopology("n1", Map.of("zone", "east"));
    private static final TopologyState WEST = new NodeTopology("n1", Map.of("zone", "west", "rack", "1"));

    private final ClaimTopologyCache memory = new ClaimTopologyCache(2);

    @Test
    void retrySeesTheClusterAsTheFirstAttemptDid() {
        AccessibilityRequest near = new AccessibilityRequest("data", List.of(), "n1", false, true);
        AccessibilityDecision first = AccessibilityRequirements.decide(near, memory.stateFor("uid", "n1", EAST));
        assertThat(AccessibilityRequirements.decide(near, memory.stateFor("uid", "n1", WEST)))
                .isEqualTo(first);
        assertThat(AccessibilityRequirements.decide(near, memory.stateFor("other", "n1", WEST)))
                .isNotEqualTo(first);

        AccessibilityRequest spread = new AccessibilityRequest("data", List.of(), "", false, true);
        AccessibilityDecision immediate = AccessibilityRequirements.decide(spread, memory.stateFor("uid2", "", EAST));
        assertThat(AccessibilityRequirements.decide(spread, memory.stateFor("uid2", "", WEST)))
                .isEqualTo(immediate);
    }

    @Test
    void claimThatIsDoneIsForgotten() {
        AccessibilityRequest near = new AccessibilityRequest("data", List.of(), "n1", true, true);
        AccessibilityDecision first = AccessibilityRequirements.decide(near, memory.stateFor("uid", "n1", EAST));
        memory.forget("uid");
        assertThat(memory.size()).isZero();
        assertThat(AccessibilityRequirements.decide(near, memory.stateFor("uid", "n1", WEST)))
                .isNotEqualTo(first);
    }

    @Test
    void anotherNodeIsReadAgain() {
        AccessibilityRequest near = new AccessibilityRequest("data", List.of(), "n2", true, true);
        AccessibilityRequirements.decide(
                new AccessibilityRequest("data", List.of(), "n1", true, true), memory.stateFor("uid", "n1", EAST));
        TopologyState second = new NodeTopology("n2", Map.of("zone", "north"));
        assertThat(AccessibilityRequirements.decide(near, memory.stateFor("uid", "n2", second)))
                .isEqualTo(AccessibilityRequirements.decide(near, second));
    }

    @Test
    void whatWasMissingIsReadAgain() {
        AccessibilityRequest near = new AccessibilityRequest("data", List.of(), "n1", true, true);
        TopologyState absent = new NodeTopology("n9", Map.of());
        assertThat(AccessibilityRequirements.decide(near, memory.stateFor("uid", "n1", absent)))
                .isInstanceOf(AccessibilityDecision.Reschedule.class);
        assertThat(AccessibilityRequirements.decide(near, memory.stateFor("uid", "n1", EAST)))
                .isEqualTo(AccessibilityRequirements.decide(near, EAST));
    }

    @Test
    void oldestClaimIsForgottenWhenThereAreTooMany() {
        for (String uid : List.of("a", "b", "c")) {
            memory.stateFor(uid, "n1", EAST).topologyKeys("n1");
        }
        assertThat(memory.size()).isEqualTo(2);
        assertThat(memory.stateFor("a", "n1", WEST).topologyKeys("n1")).hasValue(List.of("rack", "zone"));
        assertThat(memory.stateFor("c", "n1", WEST).topologyKeys("n1")).hasValue(List.of("zone"));
    }
}
