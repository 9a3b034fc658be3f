package dev.stowage.sidecar.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimMemoryTest {
    private static final View EAST = new NodeTopology("n1", Map.of("zone", "east"));
    private static final View WEST = new NodeTopology("n1", Map.of("zone", "west", "rack", "1"));

    private final ClaimMemory memory = new ClaimMemory(2);

    @Test
    void retrySeesTheClusterAsTheFirstAttemptDid() {
        Wish near = new Wish("data", List.of(), "n1", false, true);
        Answer first = Accessibility.decide(near, memory.view("uid", "n1", EAST));
        assertThat(Accessibility.decide(near, memory.view("uid", "n1", WEST))).isEqualTo(first);
        assertThat(Accessibility.decide(near, memory.view("other", "n1", WEST))).isNotEqualTo(first);

        Wish spread = new Wish("data", List.of(), "", false, true);
        Answer immediate = Accessibility.decide(spread, memory.view("uid2", "", EAST));
        assertThat(Accessibility.decide(spread, memory.view("uid2", "", WEST))).isEqualTo(immediate);
    }

    @Test
    void claimThatIsDoneIsForgotten() {
        Wish near = new Wish("data", List.of(), "n1", true, true);
        Answer first = Accessibility.decide(near, memory.view("uid", "n1", EAST));
        memory.forget("uid");
        assertThat(memory.size()).isZero();
        assertThat(Accessibility.decide(near, memory.view("uid", "n1", WEST))).isNotEqualTo(first);
    }

    @Test
    void anotherNodeIsLookedAtAfresh() {
        Wish near = new Wish("data", List.of(), "n2", true, true);
        Accessibility.decide(new Wish("data", List.of(), "n1", true, true), memory.view("uid", "n1", EAST));
        View second = new NodeTopology("n2", Map.of("zone", "north"));
        assertThat(Accessibility.decide(near, memory.view("uid", "n2", second)))
                .isEqualTo(Accessibility.decide(near, second));
    }

    @Test
    void whatWasMissingIsLookedForAgain() {
        Wish near = new Wish("data", List.of(), "n1", true, true);
        View absent = new NodeTopology("n9", Map.of());
        assertThat(Accessibility.decide(near, memory.view("uid", "n1", absent))).isInstanceOf(Answer.Reschedule.class);
        assertThat(Accessibility.decide(near, memory.view("uid", "n1", EAST)))
                .isEqualTo(Accessibility.decide(near, EAST));
    }

    @Test
    void oldestClaimIsForgottenWhenThereAreTooMany() {
        for (String uid : List.of("a", "b", "c")) {
            memory.view(uid, "n1", EAST).keysOn("n1");
        }
        assertThat(memory.size()).isEqualTo(2);
        assertThat(memory.view("a", "n1", WEST).keysOn("n1")).hasValue(List.of("rack", "zone"));
        assertThat(memory.view("c", "n1", WEST).keysOn("n1")).hasValue(List.of("zone"));
    }
}
