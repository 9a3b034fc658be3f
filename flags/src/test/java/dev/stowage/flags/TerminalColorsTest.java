package dev.stowage.flags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TerminalColorsTest {

    @Test
    void coloursAreForTerminalsOnly() {
        assertThat(TerminalColors.of(Map.of(), true).bad("x")).isEqualTo("\u001b[1;31mx\u001b[0m");
        assertThat(TerminalColors.of(Map.of(), false).bad("x")).isEqualTo("x");
    }

    @Test
    void whoWantsNoneGetsNone() {
        assertThat(TerminalColors.of(Map.of("NO_COLOR", "1"), true).good("x")).isEqualTo("x");
        assertThat(TerminalColors.of(Map.of("TERM", "dumb"), true).good("x")).isEqualTo("x");
        assertThat(TerminalColors.of(Map.of("NO_COLOR", ""), true).good("x")).isNotEqualTo("x");
    }
}
