package dev.stowage.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ClaimOperationsTest {
    private static final NamespacedName CLAIM = new NamespacedName("app", "data");
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final ClaimOperations claimOperations = new ClaimOperations();

    @Test
    void aCallMakesEverythingUnsureAgain() {
        claimOperations.settled(CLAIM);
        claimOperations.inUse(CLAIM);
        assertThat(claimOperations.of(CLAIM)).isEqualTo(new ClaimOperationState(true, true, false, null));

        claimOperations.started(CLAIM);
        assertThat(claimOperations.of(CLAIM)).isEqualTo(ClaimOperationState.NONE);
    }

    @Test
    void theDelayOfARequestDoesNotChangeOnceItIsSet() {
        claimOperations.delay(CLAIM, NOW.plusSeconds(60), NOW);
        claimOperations.delay(CLAIM, NOW.plusSeconds(90), NOW.plusSeconds(30));
        assertThat(claimOperations.of(CLAIM).remainingDelay(NOW.plusSeconds(30)))
                .isEqualTo(Duration.ofSeconds(30));

        assertThat(claimOperations.of(CLAIM).remainingDelay(NOW.plusSeconds(60)))
                .isEqualTo(Duration.ZERO);
        claimOperations.delay(CLAIM, NOW.plusSeconds(120), NOW.plusSeconds(60));
        assertThat(claimOperations.of(CLAIM).remainingDelay(NOW.plusSeconds(60)))
                .isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void whatIsNotWorthRememberingTakesNoRoom() {
        claimOperations.started(CLAIM);
        claimOperations.clearDelay(CLAIM);
        assertThat(claimOperations.size()).isZero();

        claimOperations.overdue(CLAIM);
        assertThat(claimOperations.size()).isOne();
        claimOperations.forget(CLAIM);
        assertThat(claimOperations.size()).isZero();
    }
}
