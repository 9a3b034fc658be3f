package dev.stowage.cli.demo;

import dev.stowage.flags.TerminalColors;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What the demo prints, as text.
///
/// @param paint whether the reader wants colors
record DemoText(TerminalColors paint) {
    /// Moves to the beginning of the line and clears it.
    static final String CLEAR = "\r\u001b[K";

    private static final List<String> WHEEL = List.of("|", "/", "-", "\\");

    String stepStarted(int number, int of, DemoStep demoStep) {
        return "%s  %s …".formatted(place(number, of), demoStep.expectation());
    }

    String stepRunning(String begun, int tick, Duration since) {
        return "%s  %s  %s".formatted(WHEEL.get(tick % WHEEL.size()), begun, paint.faint(seconds(since)));
    }

    String stepEnded(int number, int of, StepResult stepResult) {
        String promise = stepResult.demoStep().expectation();
        String head = place(number, of);
        String time = "%8s".formatted(seconds(stepResult.time()));
        return stepResult
                .failure()
                .map(failure -> "%s  %s  %s  %s%n    expected: %s%n    seen:     %s%n"
                        .formatted(
                                paint.bad("FAILED"),
                                head,
                                paint.faint(time),
                                promise,
                                failure.expected(),
                                failure.actual()))
                .orElseGet(() -> "%s  %s  %s  %s%s%n"
                        .formatted(
                                paint.good("ok"),
                                head,
                                paint.faint(time),
                                promise,
                                stepResult.evidence().isEmpty() ? "" : paint.faint(": " + stepResult.evidence())));
    }

    /// All steps with their times once more, and the sum.
    ///
    /// @param of the total number of steps
    String table(List<StepResult> results, int of) {
        int width = results.stream()
                .mapToInt(stepResult -> stepResult.demoStep().expectation().length())
                .max()
                .orElse(0);
        String rule = "-".repeat(width + 21) + "\n";
        StringBuilder text = new StringBuilder(rule);
        for (StepResult stepResult : results) {
            text.append(("%-" + width + "s  %9s  %s%n")
                    .formatted(
                            stepResult.demoStep().expectation(),
                            seconds(stepResult.time()),
                            stepResult.isPassed() ? paint.good("ok") : paint.bad("FAILED")));
        }
        Duration sum = results.stream().map(StepResult::time).reduce(Duration.ZERO, Duration::plus);
        long kept = results.stream().filter(StepResult::isPassed).count();
        return text.append(rule)
                .append(("%-" + width + "s  %9s%n").formatted(kept + " of " + of + " steps passed", seconds(sum)))
                .toString();
    }

    private static String place(int number, int of) {
        return "%2d/%d".formatted(number, of);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toNanos() / 1e9);
    }
}
