package dev.stowage.explain.doctor.node;

import java.time.Instant;

/// The machine's clock.
///
/// @param now the current time of this clock
/// @param isSynchronised whether the kernel considers the clock synchronized
public record SystemClock(Instant now, boolean isSynchronised) {}
