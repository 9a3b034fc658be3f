package dev.stowage.interop.soak;

import java.util.Map;

/// All metrics at one point in time.
///
/// @param seconds since the beginning
public record ResourceSample(double seconds, Map<SoakMetric, Double> values) {

    public ResourceSample {
        values = Map.copyOf(values);
    }

    public double value(SoakMetric soakMetric) {
        return values.getOrDefault(soakMetric, 0.0);
    }
}
