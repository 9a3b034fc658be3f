package dev.stowage.interop.fuzz;

import java.time.Duration;

/// @param inputs how many were tried
/// @param finding empty when each of them was handled
record FuzzResult(FuzzClass target, long inputs, Duration duration, String finding) {

    boolean passed() {
        return finding.isEmpty();
    }

    String text() {
        return passed()
                ? "%s: %,d inputs, no findings (%d s)".formatted(target.name(), inputs, duration.toSeconds())
                : "FAILED %s %s".formatted(target.name(), finding);
    }
}
