package dev.stowage.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class PastTest {
    private static final NamespacedName CLAIM = new NamespacedName("app", "data");
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final Past past = new Past();

    @Test
    void aCallMakesEverythingUnsureAgain() {
        past.settled(CLAIM);
        past.inUse(CLAIM);
        assertThat(past.of(CLAIM)).isEqualTo(new Memo(true, true, false, null));

        past.calling(CLAIM);
        assertThat(past.of(CLAIM)).isEqualTo(Memo.NONE);
    }

    @Test
    void thePauseOfAWishIsNotMovedWhileItRuns() {
        past.slow(CLAIM, NOW.plusSeconds(60), NOW);
        past.slow(CLAIM, NOW.plusSeconds(90), NOW.plusSeconds(30));
        assertThat(past.of(CLAIM).rest(NOW.plusSeconds(30))).isEqualTo(Duration.ofSeconds(30));

        assertThat(past.of(CLAIM).rest(NOW.plusSeconds(60))).isEqualTo(Duration.ZERO);
        past.slow(CLAIM, NOW.plusSeconds(120), NOW.plusSeconds(60));
        assertThat(past.of(CLAIM).rest(NOW.plusSeconds(60))).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void whatIsNotWorthRememberingTakesNoRoom() {
        past.calling(CLAIM);
        past.quick(CLAIM);
        assertThat(past.size()).isZero();

        past.overdue(CLAIM);
        assertThat(past.size()).isOne();
        past.forget(CLAIM);
        assertThat(past.size()).isZero();
    }
}
