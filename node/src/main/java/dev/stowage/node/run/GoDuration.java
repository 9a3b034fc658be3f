package dev.stowage.node.run;

import java.time.Duration;

/// Times as other components of a cluster write them.
final class GoDuration {
    private GoDuration() {}

    /// For example `10s` or `2m40s`.
    static String shown(Duration time) {
        String seconds = time.toSecondsPart() + "s";
        if (time.toMinutes() == 0) {
            return seconds;
        }
        String minutes = time.toMinutesPart() + "m" + seconds;
        return time.toHours() == 0 ? minutes : time.toHours() + "h" + minutes;
    }
}
