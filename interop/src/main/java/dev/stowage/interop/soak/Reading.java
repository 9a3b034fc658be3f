package dev.stowage.interop.soak;

import java.util.Map;

/// Everything that is measured, at one moment.
///
/// @param seconds since the beginning
public record Reading(double seconds, Map<Measure, Double> values) {

    public Reading {
        values = Map.copyOf(values);
    }

    public double value(Measure measure) {
        return values.getOrDefault(measure, 0.0);
    }
}
