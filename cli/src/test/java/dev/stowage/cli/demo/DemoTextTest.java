package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.flags.TerminalColors;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DemoTextTest {
    private static final DemoStep READ = new DemoStep("read", "A pod reads", () -> "");
    private static final DemoStep WRITE = new DemoStep("write", "The first pod writes", () -> "");

    @Test
    void aKeptPromiseIsOneLineWithItsTimeAndEvidence() {
        StepResult stepResult = StepResult.passed(READ, Duration.ofMillis(1234), "4 MiB");
        assertThat(new DemoText(TerminalColors.PLAIN).stepEnded(4, 13, stepResult))
                .isEqualTo("ok   4/13    1.23 s  A pod reads: 4 MiB\n");
    }

    @Test
    void aBrokenPromiseSaysWhatWasExpectedAndWhatWasSeen() {
        StepResult stepResult =
                StepResult.failed(READ, Duration.ofSeconds(60), "pod reader Succeeded", "pod reader is Pending");
        assertThat(new DemoText(TerminalColors.PLAIN).stepEnded(12, 13, stepResult))
                .isEqualTo("""
                FAILED  12/13   60.00 s  A pod reads
                    expected: pod reader Succeeded
                    seen:     pod reader is Pending
                """);
    }

    @Test
    void theTableHasEveryStepAndTheSum() {
        String table = new DemoText(TerminalColors.PLAIN)
                .table(
                        List.of(
                                StepResult.passed(WRITE, Duration.ofMillis(500), "x"),
                                StepResult.failed(READ, Duration.ofMillis(1500), "a", "b")),
                        13);
        assertThat(table.lines())
                .containsExactly(
                        "-----------------------------------------",
                        "The first pod writes     0.50 s  ok",
                        "A pod reads              1.50 s  FAILED",
                        "-----------------------------------------",
                        "1 of 13 steps passed     2.00 s");
    }

    @Test
    void withoutColoursThereIsNoEscape() {
        StepResult stepResult = StepResult.passed(READ, Duration.ofSeconds(1), "x");
        assertThat(new DemoText(TerminalColors.PLAIN).stepEnded(1, 2, stepResult))
                .doesNotContain("\u001b");
        assertThat(new DemoText(TerminalColors.PLAIN).stepRunning("1/2", 7, Duration.ofSeconds(1)))
                .doesNotContain("\u001b");
        assertThat(new DemoText(new TerminalColors(true)).stepEnded(1, 2, stepResult))
                .contains("\u001b[32mok\u001b[0m");
    }
}
