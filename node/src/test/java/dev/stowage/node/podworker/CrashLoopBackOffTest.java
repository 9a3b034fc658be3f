package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CrashLoopBackOffTest {
    private static final Instant NOW = PodStateBuilder.NOW;

    @Test
    void thePauseDoublesUpToFiveMinutes() {
        CrashLoopBackOff crashLoopBackOff = CrashLoopBackOff.next(null, NOW, NOW);
        assertThat(crashLoopBackOff.pause()).isEqualTo(Duration.ofSeconds(10));
        for (int i = 0; i < 4; i++) {
            crashLoopBackOff = CrashLoopBackOff.next(crashLoopBackOff, NOW, NOW);
        }
        assertThat(crashLoopBackOff.pause()).isEqualTo(Duration.ofSeconds(160));
        crashLoopBackOff = CrashLoopBackOff.next(crashLoopBackOff, NOW, NOW);
        assertThat(crashLoopBackOff.pause()).isEqualTo(Duration.ofMinutes(5));
        assertThat(CrashLoopBackOff.next(crashLoopBackOff, NOW, NOW).pause()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void whoeverRanForLongBeginsWithACleanSlate() {
        var crashLoopBackOff = new CrashLoopBackOff(Duration.ofMinutes(5), NOW);
        Instant soon = NOW.plusSeconds(599);
        Instant late = NOW.plusSeconds(601);

        assertThat(crashLoopBackOff.until(soon)).isEqualTo(soon.plusSeconds(300));
        assertThat(crashLoopBackOff.until(late)).isEqualTo(late);
        assertThat(CrashLoopBackOff.next(crashLoopBackOff, late, late).pause()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aWaitThatIsLongerThanThePauseIsOver() {
        var crashLoopBackOff = new CrashLoopBackOff(Duration.ofSeconds(10), NOW);

        assertThat(crashLoopBackOff.isPending(NOW, NOW.plusSeconds(9))).isTrue();
        assertThat(crashLoopBackOff.isPending(NOW, NOW.plusSeconds(10))).isFalse();
        assertThat(crashLoopBackOff.isPending(NOW, NOW.minusSeconds(3600)))
                .as("the clock was set back")
                .isFalse();
    }
}
