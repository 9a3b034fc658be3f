package dev.stowage.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "1Gi, 1073741824",
        "1.5Gi, 1610612736",
        "5G, 5000000000",
        "100m, 1",
        "1500m, 2",
        "1e3, 1000",
        "1E3, 1000",
        "1E, 1000000000000000000",
        "12345, 12345",
        "8Ei, 9223372036854775807",
        "0, 0",
        "1n, 1",
        "-0.5, -1",
        "-1500m, -2",
    })
    void valuesAreWholeUnitsRoundedAwayFromZero(String text, long value) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
        assertThat(Quantity.parseOrZero(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({"1073741824, 1Gi", "1572864, 1536Ki", "1000, 1000", "0, 0", "3221225472, 3Gi", "1, 1"})
    void bytesAreWrittenInTheLargestUnitWithoutAFraction(long bytes, String text) {
        assertThat(Quantity.ofBytes(bytes)).hasToString(text);
        assertThat(Quantity.parse(text).value()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "1e999999999, 9223372036854775807",
        "-1e999999999, -9223372036854775808",
        "1e-999999999, 1",
        "-1e-999999999, -1",
        "0e999999999, 0",
        "1e2147483647E, 0",
        "1e2147483647, 9223372036854775807",
        "10.5e2147483647, 9223372036854775807",
        "1e99999999999, 0",
    })
    void aHugeExponentCostsNothingToRead(String text, long value) {
        assertThat(Quantity.parseOrZero(text).value()).isEqualTo(value);
    }

    @Test
    void aTextThatIsNotAQuantityIsReadAsZero() {
        for (String text : new String[] {"", "Gi", "five", "1Zi", "--3", "1 Gi", "1e3Gi"}) {
            assertThat(Quantity.parseOrZero(text).value()).as(text).isZero();
        }
    }

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
    void aQuantityHasACanonicalText(String text, String canonical) {
        assertThat(Quantity.parse(text).canonical()).isEqualTo(canonical);
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
    void aTextThatIsNotAQuantityIsRefused(String text, String why) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({
        "1Gi, 1G, 1",
        "1000m, 1, 0",
        "1Ki, 1024, 0",
        "999Mi, 1Gi, -1",
        "-1, 0, -1",
        "1e400, 1, 1",
        "100m, 200m, -1",
        "1001m, 1002m, -1",
        "2, 1500m, 1"
    })
    void quantitiesAreComparedByExactAmount(String one, String other, int order) {
        assertThat(Quantity.parse(one).compareTo(Quantity.parse(other))).isEqualTo(order);
    }

    @ParameterizedTest
    @CsvSource({
        "100m, 100",
        "1, 1000",
        "1.5, 1500",
        "0.0001, 1",
        "2Gi, 2147483648000",
        "none, 0",
        "9Ei, 9223372036854775807"
    })
    void milliValuesAreThousandths(String text, long value) {
        assertThat(Quantity.parseOrZero(text).milliValue()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "0.%s", "-%s.5Gi", "1.%se-9", "0%s"})
    void aNumberWithTooManyDigitsIsRefused(String pattern) {
        assertThatThrownBy(() -> Quantity.parse(pattern.formatted("1".repeat(3_000_000))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unable to parse numeric part of quantity");
        assertThat(Quantity.parseOrZero(pattern.formatted("1".repeat(3_000_000)))
                        .isZero())
                .isTrue();
        assertThat(Quantity.parse(pattern.formatted("1".repeat(900))).isZero()).isFalse();
    }
}
