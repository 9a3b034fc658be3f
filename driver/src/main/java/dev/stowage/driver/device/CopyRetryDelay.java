package dev.stowage.driver.device;

import java.time.Duration;

/// How long to wait after a copy failed: each time twice as long, up to a bound.
record CopyRetryDelay(Duration first, Duration longest) {

    static final CopyRetryDelay USUAL = new CopyRetryDelay(Duration.ofSeconds(5), Duration.ofMinutes(5));

    /// @param failures how often it failed
    Duration after(int failures) {
        Duration delay = first;
        for (int i = 1; i < failures && delay.compareTo(longest) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(longest) < 0 ? delay : longest;
    }
}
