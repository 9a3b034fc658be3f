package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.flags.TerminalColors;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinesTest {
    private static final Step READ = new Step("read", "A pod reads", () -> "");
    private static final Step WRITE = new Step("write", "The first pod writes", () -> "");

    @Test
    void aKeptPromiseIsOneLineWithItsTimeAndEvidence() {
        Result result = Result.kept(READ, Duration.ofMillis(1234), "4 MiB");
        assertThat(new Lines(TerminalColors.PLAIN).ended(4, 13, result)).isEqualTo("ok   4/13    1.23 s  A pod reads: 4 MiB\n");
    }

    @Test
    void aBrokenPromiseSaysWhatWasExpectedAndWhatWasSeen() {
        Result result = Result.broken(READ, Duration.ofSeconds(60), "pod reader Succeeded", "pod reader is Pending");
        assertThat(new Lines(TerminalColors.PLAIN).ended(12, 13, result)).isEqualTo("""
                FAILED  12/13   60.00 s  A pod reads
                    expected: pod reader Succeeded
                    seen:     pod reader is Pending
                """);
    }

    @Test
    void theTableHasEveryStepAndTheSum() {
        String table = new Lines(TerminalColors.PLAIN)
                .table(
                        List.of(
                                Result.kept(WRITE, Duration.ofMillis(500), "x"),
                                Result.broken(READ, Duration.ofMillis(1500), "a", "b")),
                        13);
        assertThat(table.lines())
                .containsExactly(
                        "-----------------------------------------",
                        "The first pod writes     0.50 s  kept",
                        "A pod reads              1.50 s  BROKEN",
                        "-----------------------------------------",
                        "1 of 13 promises kept     2.00 s");
    }

    @Test
    void withoutColoursThereIsNoEscape() {
        Result result = Result.kept(READ, Duration.ofSeconds(1), "x");
        assertThat(new Lines(TerminalColors.PLAIN).ended(1, 2, result)).doesNotContain("\u001b");
        assertThat(new Lines(TerminalColors.PLAIN).moving("1/2", 7, Duration.ofSeconds(1)))
                .doesNotContain("\u001b");
        assertThat(new Lines(new TerminalColors(true)).ended(1, 2, result)).contains("\u001b[32mok\u001b[0m");
    }
}
