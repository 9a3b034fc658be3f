package dev.stowage.interop.soak;

import java.util.List;

/// The trend of one metric: averages of parts of the run, and a slope.
///
/// @param first the mean of the first quarter
/// @param middle the mean of the two quarters in between
/// @param last the mean of the last quarter
/// @param perHour the growth per hour after the warm-up
public record MetricTrend(double first, double middle, double last, double perHour) {
    /// The share of the run in which code is compiled and pools fill.
    private static final double WARM_UP = 0.25;

    private static final double HOUR = 3600;

    /// @param readings ordered by time
    public static MetricTrend of(List<ResourceSample> readings, SoakMetric soakMetric) {
        if (readings.isEmpty()) {
            throw new IllegalArgumentException("a trend needs a reading");
        }
        int quarter = Math.max(1, readings.size() / 4);
        int lastBegins = Math.max(quarter, readings.size() - quarter);
        List<ResourceSample> middle = readings.subList(Math.min(quarter, readings.size()), lastBegins);
        return new MetricTrend(
                mean(readings.subList(0, quarter), soakMetric),
                mean(middle.isEmpty() ? readings : middle, soakMetric),
                mean(readings.subList(readings.size() - quarter, readings.size()), soakMetric),
                slope(readings.subList((int) (readings.size() * WARM_UP), readings.size()), soakMetric) * HOUR);
    }

    private static double mean(List<ResourceSample> readings, SoakMetric soakMetric) {
        return readings.stream()
                .mapToDouble(each -> each.value(soakMetric))
                .average()
                .orElse(0);
    }

    /// By least squares; 0 for a single sample.
    private static double slope(List<ResourceSample> readings, SoakMetric soakMetric) {
        double time =
                readings.stream().mapToDouble(ResourceSample::seconds).average().orElse(0);
        double mean = mean(readings, soakMetric);
        double above = 0;
        double below = 0;
        for (ResourceSample each : readings) {
            above += (each.seconds() - time) * (each.value(soakMetric) - mean);
            below += (each.seconds() - time) * (each.seconds() - time);
        }
        return below == 0 ? 0 : above / below;
    }
}
