package dev.stowage.cluster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.NamespacedName;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnschedulablePodsTest {
    private static final NamespacedName POD = new NamespacedName("ns", "p");
    private final UnschedulablePods unschedulablePods = new UnschedulablePods();

    @Test
    void podIsWokenByWhatHelpsItAndOnlyOnce() {
        unschedulablePods.park(POD, Set.of(ClusterEvent.NODE, ClusterEvent.CLAIM), unschedulablePods.mark());

        assertThat(unschedulablePods.activate(ClusterEvent.CAPACITY)).isEmpty();
        assertThat(unschedulablePods.activate(ClusterEvent.NODE)).containsExactly(POD);
        assertThat(unschedulablePods.activate(ClusterEvent.NODE)).isEmpty();
    }

    @Test
    void whatHappenedDuringTheDecisionIsNotMissed() {
        long mark = unschedulablePods.mark();
        unschedulablePods.activate(ClusterEvent.NODE);

        assertThat(unschedulablePods.park(POD, Set.of(ClusterEvent.VOLUME), mark))
                .isTrue();
        assertThat(unschedulablePods.park(POD, Set.of(ClusterEvent.NODE), mark)).isFalse();
        assertThat(unschedulablePods.park(POD, Set.of(ClusterEvent.NODE), unschedulablePods.mark()))
                .isTrue();
    }

    @Test
    void podThatRestsIsNotLookedAtUntilItHasRested() {
        ActiveQueue activeQueue = new ActiveQueue();

        assertThat(activeQueue.backOff(POD)).isZero();
        assertThat(activeQueue.add(POD)).isFalse();
        assertThat(activeQueue.take()).isEmpty();
        activeQueue.backOffCompleted(POD);
        assertThat(activeQueue.take()).containsExactly(POD);
        assertThat(activeQueue.backOff(POD)).isOne();
        activeQueue.forget(POD);
        activeQueue.backOffCompleted(POD);
        assertThat(activeQueue.take()).isEmpty();
        assertThat(activeQueue.backOff(POD)).isZero();
    }
}
