package dev.stowage.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DecimalQuantityTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "00, 0",
        "0Gi, 0",
        "1, 1",
        "+5, +5",
        "-0.5, -500m",
        "0.1, 100m",
        "100m, 100m",
        "1000m, 1",
        "1500m, 1500m",
        "1000, 1k",
        "1200000, 1200k",
        "1.200, 1.200",
        "1.20, 1200m",
        "1.5Gi, 1536Mi",
        "0.5Gi, 512Mi",
        "0.5Ki, 512",
        "0.0001Ki, 102400u",
        "1.1Ki, 1126400m",
        "1024, 1024",
        "1024Ki, 1Mi",
        "1000Ki, 1000Ki",
        "1025Ki, 1025Ki",
        "1e3, 1e3",
        "1.5e3, 1500",
        "10000e-3, 10",
        "1E, 1E",
        "1E3, 1E3",
        "0.0000000001, 1n",
        "-4.152n, -5n",
        "8Ei, 9223372036854775807",
        "1.5Ei, 1536Pi",
        "1.G, 1.G",
        ".5, 500m",
        "1.23456789Gi, 1325607178060431360n",
    })
    void aQuantityHasOneSpelling(String text, String canonical) {
        assertThat(DecimalQuantity.parse(text).text()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "'', regular expression",
        "1_000, regular expression",
        "1.2.3, regular expression",
        "1K, suffix",
        "1Gi+3, suffix",
        "1e, suffix",
        "e, suffix",
        "ten, regular expression",
        "1e999999, numeric part"
    })
    void whatIsNoQuantityIsRefused(String text, String why) {
        assertThatThrownBy(() -> DecimalQuantity.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({"1Gi, 1G, 1", "1000m, 1, 0", "1Ki, 1024, 0", "999Mi, 1Gi, -1", "-1, 0, -1", "1e400, 1, 1"})
    void quantitiesAreComparedByAmount(String one, String other, int order) {
        assertThat(DecimalQuantity.parse(one).compareTo(DecimalQuantity.parse(other)))
                .isEqualTo(order);
    }
}
