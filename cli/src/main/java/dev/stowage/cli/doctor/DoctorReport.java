package dev.stowage.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.CheckSeverity;
import dev.stowage.flags.TerminalColors;
import dev.stowage.k8s.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The findings, for people and for programs.
record DoctorReport(List<ReportSection> sections) {
    /// Names and messages of drivers and servers are not trusted.
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");

    DoctorReport {
        sections = List.copyOf(sections);
    }

    boolean isBad() {
        return count(CheckSeverity.BAD) > 0;
    }

    private long count(CheckSeverity checkSeverity) {
        return sections.stream()
                .flatMap(reportSection -> reportSection.checks().stream())
                .filter(checkResult -> checkResult.severity() == checkSeverity)
                .count();
    }

    String text(TerminalColors paint) {
        int width = sections.stream()
                .flatMap(reportSection -> reportSection.checks().stream())
                .mapToInt(checkResult -> checkResult.name().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (ReportSection reportSection : sections) {
            text.append(paint.strong(clean(reportSection.subject()))).append('\n');
            reportSection.checks().forEach(checkResult -> append(text, checkResult, width, paint));
            text.append('\n');
        }
        return text.append(Arrays.stream(CheckSeverity.values())
                        .map(checkSeverity -> count(checkSeverity) + " " + checkSeverity.word())
                        .collect(Collectors.joining(", ")))
                .append('\n')
                .toString();
    }

    private static void append(StringBuilder text, CheckResult checkResult, int width, TerminalColors paint) {
        String grade = "%-4s".formatted(checkResult.severity().word());
        text.append(("  %s  %-" + Math.max(1, width) + "s  %s%n")
                .formatted(
                        painted(checkResult.severity(), grade, paint), checkResult.name(), clean(checkResult.text())));
        if (!checkResult.remedy().isEmpty()) {
            text.append(" ".repeat(width + 10))
                    .append("-> ")
                    .append(clean(checkResult.remedy()))
                    .append('\n');
        }
    }

    private static String painted(CheckSeverity checkSeverity, String word, TerminalColors paint) {
        return switch (checkSeverity) {
            case OK -> paint.good(word);
            case NOTE -> word;
            case WARN -> paint.warn(word);
            case BAD -> paint.bad(word);
        };
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        ArrayNode all = json.putArray("sections");
        for (ReportSection reportSection : sections) {
            ObjectNode one = all.addObject().put("subject", reportSection.subject());
            ArrayNode checks = one.putArray("checks");
            reportSection
                    .checks()
                    .forEach(checkResult -> checks.addObject()
                            .put("name", checkResult.name())
                            .put("grade", checkResult.severity().name())
                            .put("text", checkResult.text())
                            .put("remedy", checkResult.remedy()));
        }
        ObjectNode counts = json.putObject("counts");
        for (CheckSeverity checkSeverity : CheckSeverity.values()) {
            counts.put(checkSeverity.name().toLowerCase(Locale.ROOT), count(checkSeverity));
        }
        return json;
    }

    private static String clean(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
