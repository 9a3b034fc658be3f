package dev.stowage.apiserver;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.GoDuration;
import java.time.Duration;

/// How long an event is stored after its last update.
public record EventTtl(Duration time) {
    private static final Duration LEAST = Duration.ofSeconds(1);

    /// The default of Kubernetes.
    public static final EventTtl USUAL = new EventTtl(Duration.ofHours(1));

    public EventTtl {
        if (time.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(GoDuration.format(time) + " is too short (must be at least 1s)");
        }
    }

    /// Declares `--event-ttl`.
    public static Flag<EventTtl> flag(FlagSet flags) {
        return flags.value(
                "event-ttl",
                "duration",
                USUAL,
                "How long to keep an event after its last update; at least 1s.",
                text -> new EventTtl(GoDuration.parse(text)));
    }

    /// In the format of the command line.
    @Override
    public String toString() {
        return GoDuration.format(time);
    }
}
