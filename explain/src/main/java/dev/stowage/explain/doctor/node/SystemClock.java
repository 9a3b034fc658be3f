package dev.stowage.explain.doctor.node;

import java.time.Instant;

/// The machine's clock.
///
/// @param now what it says
/// @param isSynchronised whether the kernel considers the clock synchronized
public record SystemClock(Instant now, boolean isSynchronised) {}
