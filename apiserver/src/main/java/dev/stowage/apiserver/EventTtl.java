package dev.stowage.apiserver;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.GoDuration;
import java.time.Duration;

/// How long events are kept after they were last written.
public record EventTtl(Duration time) {
    private static final Duration LEAST = Duration.ofSeconds(1);

    /// As Kubernetes keeps them.
    public static final EventTtl USUAL = new EventTtl(Duration.ofHours(1));

    public EventTtl {
        if (time.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(GoDuration.format(time) + " is less than a second");
        }
    }

    /// Declares `--event-ttl`.
    public static Flag<EventTtl> flag(FlagSet flags) {
        return flags.value(
                "event-ttl",
                "DURATION",
                USUAL,
                "How long events are kept after they were last written; a second at least.",
                text -> new EventTtl(GoDuration.parse(text)));
    }

    /// As it is written on a command line.
    @Override
    public String toString() {
        return GoDuration.format(time);
    }
}
