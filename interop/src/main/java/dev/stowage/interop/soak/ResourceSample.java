package dev.stowage.interop.soak;

import java.util.Map;

/// Everything that is measured, at one moment.
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
