package dev.stowage.node.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CrashTest {
    private static final Instant NOW = Views.NOW;

    @Test
    void thePauseDoublesUpToFiveMinutes() {
        Crash crash = Crash.next(null, NOW, NOW);
        assertThat(crash.pause()).isEqualTo(Duration.ofSeconds(10));
        for (int i = 0; i < 4; i++) {
            crash = Crash.next(crash, NOW, NOW);
        }
        assertThat(crash.pause()).isEqualTo(Duration.ofSeconds(160));
        crash = Crash.next(crash, NOW, NOW);
        assertThat(crash.pause()).isEqualTo(Duration.ofMinutes(5));
        assertThat(Crash.next(crash, NOW, NOW).pause()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void whoeverRanForLongBeginsWithACleanSlate() {
        var crash = new Crash(Duration.ofMinutes(5), NOW);
        Instant soon = NOW.plusSeconds(599);
        Instant late = NOW.plusSeconds(601);

        assertThat(crash.until(soon)).isEqualTo(soon.plusSeconds(300));
        assertThat(crash.until(late)).isEqualTo(late);
        assertThat(Crash.next(crash, late, late).pause()).isEqualTo(Duration.ofSeconds(10));
    }
}
