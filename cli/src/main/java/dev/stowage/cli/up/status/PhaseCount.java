package dev.stowage.cli.up.status;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How many are in a phase.
record PhaseCount(String phase, long count) {

    static List<PhaseCount> of(Stream<String> phases) {
        return phases
                .map(phase -> phase.isEmpty() ? "Pending" : phase)
                .collect(Collectors.groupingBy(phase -> phase, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> new PhaseCount(entry.getKey(), entry.getValue()))
                .toList();
    }

    /// As `3 (2 Bound, 1 Released)`.
    static String text(List<PhaseCount> all) {
        long sum = all.stream().mapToLong(PhaseCount::count).sum();
        return all.isEmpty()
                ? "none"
                : sum
                        + all.stream()
                                .map(phaseCount -> phaseCount.count() + " " + phaseCount.phase())
                                .collect(Collectors.joining(", ", " (", ")"));
    }
}
