package dev.stowage.kube.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExponentialBackoffTest {
    @Test
    void pausesDoubleUpToTheLongest() {
        ExponentialBackoff backoff = new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5));
        assertThat(backoff.pause(0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backoff.pause(1)).isEqualTo(Duration.ofSeconds(2));
        assertThat(backoff.pause(8)).isEqualTo(Duration.ofSeconds(256));
        assertThat(backoff.pause(9)).isEqualTo(Duration.ofMinutes(5));
        assertThat(backoff.pause(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aLongestShorterThanTheFirstIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ExponentialBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }
}
