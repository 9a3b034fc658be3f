package dev.stowage.cli;

import java.util.Collection;
import java.util.List;

/// Tables for people: each column as wide as what is in it.
public final class TextTable {

    private TextTable() {}

    /// No blanks at the end of a line: they break copied text.
    public static String aligned(List<List<String>> lines) {
        int columns = lines.stream().mapToInt(Collection::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < line.size(); i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                row.append(line.get(i)).repeat(' ', widths[i] - line.get(i).length() + 2);
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
