package dev.stowage.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Grade;
import dev.stowage.flags.TerminalColors;
import dev.stowage.k8s.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What was found, for people and for programs.
record Report(List<Section> sections) {
    /// Names and messages come from drivers and servers that we do not know.
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");

    Report {
        sections = List.copyOf(sections);
    }

    boolean isBad() {
        return count(Grade.BAD) > 0;
    }

    private long count(Grade grade) {
        return sections.stream()
                .flatMap(section -> section.checks().stream())
                .filter(check -> check.grade() == grade)
                .count();
    }

    String text(TerminalColors paint) {
        int width = sections.stream()
                .flatMap(section -> section.checks().stream())
                .mapToInt(check -> check.name().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (Section section : sections) {
            text.append(paint.strong(clean(section.subject()))).append('\n');
            section.checks().forEach(check -> append(text, check, width, paint));
            text.append('\n');
        }
        return text.append(Arrays.stream(Grade.values())
                        .map(grade -> count(grade) + " " + grade.word())
                        .collect(Collectors.joining(", ")))
                .append('\n')
                .toString();
    }

    private static void append(StringBuilder text, Check check, int width, TerminalColors paint) {
        String grade = "%-4s".formatted(check.grade().word());
        text.append(("  %s  %-" + Math.max(1, width) + "s  %s%n")
                .formatted(painted(check.grade(), grade, paint), check.name(), clean(check.text())));
        if (!check.remedy().isEmpty()) {
            text.append(" ".repeat(width + 10))
                    .append("-> ")
                    .append(clean(check.remedy()))
                    .append('\n');
        }
    }

    private static String painted(Grade grade, String word, TerminalColors paint) {
        return switch (grade) {
            case OK -> paint.good(word);
            case NOTE -> word;
            case WARN -> paint.warn(word);
            case BAD -> paint.bad(word);
        };
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        ArrayNode all = json.putArray("sections");
        for (Section section : sections) {
            ObjectNode one = all.addObject().put("subject", section.subject());
            ArrayNode checks = one.putArray("checks");
            section.checks()
                    .forEach(check -> checks.addObject()
                            .put("name", check.name())
                            .put("grade", check.grade().name())
                            .put("text", check.text())
                            .put("remedy", check.remedy()));
        }
        ObjectNode counts = json.putObject("counts");
        for (Grade grade : Grade.values()) {
            counts.put(grade.name().toLowerCase(Locale.ROOT), count(grade));
        }
        return json;
    }

    private static String clean(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
