package dev.stowage.bench;

import java.util.List;

/// One line of a result: who did what, and the figures with their units as names.
public record Row(String subject, List<Figure> figures) {

    public record Figure(String name, double value) {}

    public Row {
        figures = List.copyOf(figures);
    }
}
