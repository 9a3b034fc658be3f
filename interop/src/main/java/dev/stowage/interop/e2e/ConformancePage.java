package dev.stowage.interop.e2e;

import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The generated part of `docs/conformance.md`: between two marks, so that the rest can be edited by hand.
///
/// @param part the name in the marks
record ConformancePage(Path page, String part) {

    void put(String text) throws IOException {
        String begin = "<!-- " + part + " -->\n";
        String end = "<!-- end of " + part + " -->";
        String all = Files.readString(page);
        int from = all.indexOf(begin);
        int to = all.indexOf(end);
        if (from < 0 || to < from) {
            throw new IOException("%s lacks the lines \"%s\" and \"%s\"".formatted(page, begin.strip(), end));
        }
        Files.writeString(page, all.substring(0, from + begin.length()) + text + all.substring(to));
    }

    /// @param command with which it was run
    static String text(SpecTable table, String command, Duration used) {
        StringBuilder text = new StringBuilder("""
                Run on %s with `%s`: Kubernetes %s, Linux %s, %d processors, %d s.

                | suite | passed | failed | skipped |
                |---|---|---|---|
                """.formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        command,
                        ReferenceProgram.E2E_TEST.version(),
                        System.getProperty("os.version"),
                        Runtime.getRuntime().availableProcessors(),
                        used.toSeconds()));
        table.suites().forEach((suite, specs) -> row(text, suite, specs));
        row(text, "**all**", table.all().toList());
        failures(text, table.all().filter(spec -> spec.status() == CheckStatus.FAILED));
        skips(text, table);
        return text.toString();
    }

    private static void row(StringBuilder text, String name, List<CheckResult> specs) {
        text.append("| %s | %d | %d | %d |\n"
                .formatted(
                        name,
                        SpecTable.count(specs, CheckStatus.PASSED),
                        SpecTable.count(specs, CheckStatus.FAILED),
                        SpecTable.count(specs, CheckStatus.SKIPPED)));
    }

    private static void failures(StringBuilder text, Stream<CheckResult> failed) {
        List<CheckResult> all = failed.toList();
        if (!all.isEmpty()) {
            text.append("\nFailed:\n\n");
            all.forEach(
                    spec -> text.append("- `%s`: %s\n".formatted(SpecTable.brief(spec.name()), cell(spec.reason()))));
        }
    }

    private static void skips(StringBuilder text, SpecTable table) {
        Map<String, List<CheckResult>> reasons = table.all()
                .filter(spec -> spec.status() == CheckStatus.SKIPPED)
                .collect(Collectors.groupingBy(spec -> cell(spec.reason()), TreeMap::new, Collectors.toList()));
        text.append("\n| skipped | why | in |\n|---|---|---|\n");
        reasons.forEach(
                (reason, specs) -> text.append("| %d | %s | %s |\n".formatted(specs.size(), reason, suites(specs))));
    }

    private static String suites(List<CheckResult> specs) {
        return specs.stream()
                .map(spec -> SpecTable.suite(spec.name()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /// A reason in one line, without values that differ from run to run.
    private static String cell(String reason) {
        String line = reason.replaceAll("\\s+", " ")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .strip();
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
