package dev.stowage.cli.up.status;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How many are in a phase.
record Tally(String phase, long count) {

    static List<Tally> of(Stream<String> phases) {
        return phases
                .map(phase -> phase.isEmpty() ? "Pending" : phase)
                .collect(Collectors.groupingBy(phase -> phase, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> new Tally(entry.getKey(), entry.getValue()))
                .toList();
    }

    /// As `3 (2 Bound, 1 Released)`.
    static String text(List<Tally> all) {
        long sum = all.stream().mapToLong(Tally::count).sum();
        return all.isEmpty()
                ? "none"
                : sum
                        + all.stream()
                                .map(tally -> tally.count() + " " + tally.phase())
                                .collect(Collectors.joining(", ", " (", ")"));
    }
}
