package dev.stowage.bench.lab;

import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The samples of all rounds as rows. A row has the median of each figure, and the spread of the figure that it is
/// about.
final class LabRows {

    /// The figure that a row is about.
    static final String MEDIAN = "median";

    private LabRows() {}

    static List<ResultRow> of(List<Sample> samples) {
        return grouped(samples).entrySet().stream()
                .flatMap(group -> rows(group.getKey(), group.getValue()).stream())
                .toList();
    }

    /// Group, subject, figure; each in the order in which it was first measured.
    private static Map<String, Map<String, Map<String, List<Double>>>> grouped(List<Sample> samples) {
        return samples.stream()
                .collect(Collectors.groupingBy(
                        Sample::group,
                        LinkedHashMap::new,
                        Collectors.groupingBy(
                                Sample::subject,
                                LinkedHashMap::new,
                                Collectors.groupingBy(
                                        Sample::figure,
                                        LinkedHashMap::new,
                                        Collectors.mapping(Sample::value, Collectors.toList())))));
    }

    private static List<ResultRow> rows(String group, Map<String, Map<String, List<Double>>> subjects) {
        List<ResultRow> rows = new ArrayList<>();
        subjects.forEach((subject, figures) -> {
            List<Figure> row = new ArrayList<>();
            figures.forEach((name, values) -> {
                double median = median(values);
                row.add(new Figure(name, median));
                if (name.equals(MEDIAN)) {
                    row.add(new Figure(
                            "lowest",
                            values.stream().mapToDouble(each -> each).min().orElseThrow()));
                    row.add(new Figure(
                            "highest",
                            values.stream().mapToDouble(each -> each).max().orElseThrow()));
                    List<Double> raw = subjects.getOrDefault(LabSubject.RAW.title(), Map.of())
                            .getOrDefault(name, List.of());
                    if (!raw.isEmpty()) {
                        row.add(new Figure("% of raw", Math.rint(100 * median / median(raw))));
                    }
                }
            });
            rows.add(new ResultRow(group + ": " + subject, row));
        });
        return rows;
    }

    /// Of an even number of samples, the lower one in the middle.
    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((sorted.size() - 1) / 2);
    }
}
