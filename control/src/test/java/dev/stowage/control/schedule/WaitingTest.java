package dev.stowage.control.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.NamespacedName;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private static final NamespacedName POD = new NamespacedName("ns", "p");
    private final Waiting waiting = new Waiting();

    @Test
    void podIsWokenByWhatHelpsItAndOnlyOnce() {
        waiting.park(POD, Set.of(Wake.NODE, Wake.CLAIM), waiting.mark());

        assertThat(waiting.wake(Wake.CAPACITY)).isEmpty();
        assertThat(waiting.wake(Wake.NODE)).containsExactly(POD);
        assertThat(waiting.wake(Wake.NODE)).isEmpty();
    }

    @Test
    void whatHappenedDuringTheDecisionIsNotMissed() {
        long mark = waiting.mark();
        waiting.wake(Wake.NODE);

        assertThat(waiting.park(POD, Set.of(Wake.VOLUME), mark)).isTrue();
        assertThat(waiting.park(POD, Set.of(Wake.NODE), mark)).isFalse();
        assertThat(waiting.park(POD, Set.of(Wake.NODE), waiting.mark())).isTrue();
    }

    @Test
    void podThatRestsIsNotLookedAtUntilItHasRested() {
        Ready ready = new Ready();

        assertThat(ready.rest(POD)).isZero();
        assertThat(ready.add(POD)).isFalse();
        assertThat(ready.take()).isEmpty();
        ready.rested(POD);
        assertThat(ready.take()).containsExactly(POD);
        assertThat(ready.rest(POD)).isOne();
        ready.forget(POD);
        ready.rested(POD);
        assertThat(ready.take()).isEmpty();
        assertThat(ready.rest(POD)).isZero();
    }
}
