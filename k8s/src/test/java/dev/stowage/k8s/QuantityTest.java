package dev.stowage.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    })
    void amountsAreWholeUnitsRoundedUp(String text, long value) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
        assertThat(Quantity.parse(text)).hasToString(text);
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
        "-1e-999999999, 0",
        "0e999999999, 0",
        "1e2147483647E, 0",
    })
    void amountBeyondAllMeasureCostsNothingToRead(String text, long value) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
    }

    @Test
    void whatIsNoAmountIsNothing() {
        for (String text : new String[] {"", "Gi", "five", "1Zi", "--3", "1 Gi"}) {
            assertThat(Quantity.parse(text).value()).as(text).isZero();
        }
    }
}
