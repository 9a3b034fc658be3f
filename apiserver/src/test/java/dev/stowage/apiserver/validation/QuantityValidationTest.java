package dev.stowage.apiserver.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuantityValidationTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "1500m, 1.5",
        "1k, 1000",
        "1Ki, 1024",
        "10Gi, 10737418240",
        "1e3, 1000",
        "1E3, 1000",
        "2E, 2000000000000000000",
        "1Ei, 1152921504606846976",
        "-5, -5",
        "100n, 0.0000001",
        "0.5Gi, 536870912"
    })
    void aQuantityIsANumber(String text, BigDecimal amount) {
        assertThat(QuantityValidation.amount(TextNode.valueOf(text))).isEqualByComparingTo(amount);
    }
}
