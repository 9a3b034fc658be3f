package dev.stowage.node.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceAccountTokenTest {
    private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            life, age,   earlier, old
            PT1H, PT47M, PT0S,    false
            PT1H, PT49M, PT0S,    true
            PT1H, PT47M, PT2M,    true
            P10D, PT23H, PT0S,    false
            P10D, PT25H, PT0S,    true
            """)
    void aTokenIsOldWhenAFifthOfItsLifeIsLeftOrAfterADay(Duration life, Duration age, Duration earlier, boolean old) {
        var serviceAccountToken = new ServiceAccountToken("secret", MADE.plus(life), life);

        assertThat(serviceAccountToken.isOld(MADE.plus(age), earlier)).isEqualTo(old);
    }

    @Test
    void aTokenIsNotShown() {
        assertThat(new ServiceAccountToken("secret", MADE, Duration.ofHours(1)).toString())
                .doesNotContain("secret");
    }
}
