package dev.stowage.node.podworker.startspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariableExpansionTest {
    private static final Map<String, String> VARIABLES = Map.of("A", "1", "B", "2", "E", "");

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "$(A), 1",
        "x$(A)y$(B)z, x1y2z",
        "$(E)x, x",
        "$(C), $(C)",
        "$$(A), $(A)",
        "$$$(A), $1",
        "$A, $A",
        "$(A, $(A",
        "$, $",
        "$(), $()"
    })
    void aReferenceBecomesItsValue(String text, String expanded) {
        assertThat(VariableExpansion.expand(text, VARIABLES)).isEqualTo(expanded);
    }

    @Test
    void aPathMustNotDependOnWhatIsNotThere() throws Exception {
        assertThat(VariableExpansion.strictly("logs/$(A)", VARIABLES)).isEqualTo("logs/1");
        assertThat(VariableExpansion.strictly("$$(C)", VARIABLES)).isEqualTo("$(C)");
        assertThatThrownBy(() -> VariableExpansion.strictly("$(C)", VARIABLES))
                .isInstanceOf(ContainerConfigException.class)
                .hasMessage("missing value for \"C\"");
    }
}
