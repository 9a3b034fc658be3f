package dev.stowage.apiserver.resourcemetrics;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was used between two samples: processor time is only known as a total, so a rate needs two.
///
/// @param at when the later one was taken
/// @param processor nanoseconds of processor time in a second
/// @param memory in bytes, at the end
record UsageWindow(Instant at, Duration window, long processor, long memory) {
    private static final double NANOSECONDS = 1e9;
    /// A century. The times are those of a kubelet, which may send any.
    private static final int MOST_DAYS = 36_500;

    /// Empty when there is no rate: both samples are of the same moment, the counter was reset in between, or
    /// their times cannot be true.
    ///
    /// @param before null for a container that was not there
    static Optional<UsageWindow> between(NodeSample.@Nullable Usage before, NodeSample.Usage now) {
        Instant started = now.started();
        if (before != null && (started == null || !started.isAfter(before.at()))) {
            return since(before.at(), now.processor() - before.processor(), now);
        }
        return started == null ? Optional.empty() : since(started, now.processor(), now);
    }

    private static Optional<UsageWindow> since(Instant from, double used, NodeSample.Usage now) {
        Duration window = Duration.between(from, now.at());
        if (!window.isPositive() || window.toDays() > MOST_DAYS || !(used >= 0) || !(now.memory() >= 0)) {
            return Optional.empty();
        }
        double seconds = window.toNanos() / NANOSECONDS;
        return Optional.of(
                new UsageWindow(now.at(), window, Math.round(used / seconds * NANOSECONDS), (long) now.memory()));
    }

    ObjectNode usage() {
        return Json.object().put("cpu", processor == 0 ? "0" : processor + "n").put("memory", memory / 1024 + "Ki");
    }

    /// As Go prints it.
    String windowText() {
        return BigDecimal.valueOf(window.toMillis(), 3).stripTrailingZeros().toPlainString() + "s";
    }
}
