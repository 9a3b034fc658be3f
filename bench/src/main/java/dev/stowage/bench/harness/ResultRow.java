package dev.stowage.bench.harness;

import java.util.List;

/// One row of a result: the subject, and the figures with their units as names.
public record ResultRow(String subject, List<Figure> figures) {

    public record Figure(String name, double value) {}

    public ResultRow {
        figures = List.copyOf(figures);
    }
}
