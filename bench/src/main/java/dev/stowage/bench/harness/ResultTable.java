package dev.stowage.bench.harness;

import dev.stowage.bench.harness.ResultRow.Figure;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Rows as a Markdown table: readable in a terminal, ready for a document.
public final class ResultTable {

    private ResultTable() {}

    public static String of(List<ResultRow> rows) {
        List<String> names = rows.stream()
                .flatMap(resultRow -> resultRow.figures().stream().map(Figure::name))
                .distinct()
                .toList();
        int width = rows.stream()
                .mapToInt(resultRow -> resultRow.subject().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        text.append(line(width, "", names));
        text.append("|").append("-".repeat(width + 2)).append("|");
        names.forEach(name -> text.append("-".repeat(column(name) + 1)).append(":|"));
        text.append('\n');
        for (ResultRow resultRow : rows) {
            text.append(line(
                    width,
                    resultRow.subject(),
                    names.stream().map(name -> value(resultRow, name)).toList(),
                    names));
        }
        return text.toString();
    }

    private static String line(int width, String subject, List<String> names) {
        return line(width, subject, names, names);
    }

    private static String line(int width, String subject, List<String> cells, List<String> names) {
        StringBuilder text =
                new StringBuilder("| ").append(padded(subject, -width)).append(" |");
        for (int i = 0; i < cells.size(); i++) {
            text.append(' ').append(padded(cells.get(i), column(names.get(i)))).append(" |");
        }
        return text.append('\n').toString();
    }

    private static int column(String name) {
        return Math.max(8, name.length());
    }

    private static String padded(String text, int width) {
        return String.format("%" + width + "s", text);
    }

    private static String value(ResultRow resultRow, String name) {
        return resultRow.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .map(figure -> rounded(figure.value()))
                .collect(Collectors.joining());
    }

    private static String rounded(double value) {
        boolean whole = value >= 1000 || value == Math.rint(value);
        return String.format(Locale.ROOT, whole ? "%.0f" : value >= 10 ? "%.1f" : "%.3f", value);
    }
}
