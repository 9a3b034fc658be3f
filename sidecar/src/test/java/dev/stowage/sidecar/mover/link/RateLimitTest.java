package dev.stowage.sidecar.mover.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RateLimitTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long BURST = SECOND / 10;

    @Test
    void bytesWaitUntilThoseBeforeThemArePaidFor() {
        RateLimit limit = RateLimit.of(1000);
        assertThat(limit.reserve(1000, 0)).isEqualTo(SECOND - BURST);
        assertThat(limit.reserve(1000, 0))
                .as("another transfer, at the same time")
                .isEqualTo(2 * SECOND - BURST);
        assertThat(limit.reserve(500, 2 * SECOND)).isEqualTo(SECOND / 2 - BURST);
    }

    @Test
    void whatWasNotUsedLongAgoIsLost() {
        RateLimit limit = RateLimit.of(1000);
        limit.reserve(1, 0);
        assertThat(limit.reserve(1000, 100 * SECOND)).isEqualTo(SECOND - BURST);
    }

    @Test
    void aChangedLimitHoldsFromThenOn() {
        RateLimit limit = RateLimit.none();
        assertThat(limit.reserve(1 << 30, 0)).isZero();
        limit.change(1000);
        assertThat(limit.reserve(1000, 0)).isEqualTo(SECOND - BURST);
        limit.change(0);
        assertThat(limit.reserve(1000, 0)).isZero();
    }
}
