package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManagedPodTest {
    private final ManagedPod managedPod =
            new ManagedPod(PodStateBuilder.single("Always").view().pod(), true, List.of());

    @Test
    void oneTimerIsEnoughForATime() {
        assertThat(managedPod.waitFor(Duration.ofNanos(100), 1000)).isTrue();
        assertThat(managedPod.waitFor(Duration.ofNanos(90), 1010))
                .as("the same time")
                .isFalse();
        assertThat(managedPod.waitFor(Duration.ofNanos(500), 1010)).as("later").isFalse();
        assertThat(managedPod.waitFor(Duration.ofNanos(50), 1010)).as("sooner").isTrue();
    }

    /// The clock was set back by an hour while the timer ran: the wait for the same moment is longer by that now.
    @Test
    void aTimerThatHasFiredIsSetAgainAlsoWhenTheClockWasSetBack() {
        Duration pause = Duration.ofSeconds(10);
        assertThat(managedPod.waitFor(pause, 0)).isTrue();
        assertThat(managedPod.waitFor(pause.plusHours(1), pause.toNanos())).isTrue();
    }

    @Test
    void theMonotonicClockMayOverflow() {
        assertThat(managedPod.waitFor(Duration.ofNanos(100), Long.MAX_VALUE - 10))
                .isTrue();
        assertThat(managedPod.waitFor(Duration.ofNanos(100), Long.MAX_VALUE)).isFalse();
        assertThat(managedPod.waitFor(Duration.ofNanos(100), Long.MIN_VALUE + 100))
                .isTrue();
    }
}
