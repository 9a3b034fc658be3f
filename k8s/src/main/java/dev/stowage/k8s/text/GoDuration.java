package dev.stowage.k8s.text;

import java.time.Duration;

/// Times as other components of a cluster write them.
public final class GoDuration {
    private GoDuration() {}

    /// For example `10s` or `2m40s`.
    public static String format(Duration time) {
        String seconds = time.toSecondsPart() + "s";
        if (time.toMinutes() == 0) {
            return seconds;
        }
        String minutes = time.toMinutesPart() + "m" + seconds;
        return time.toHours() == 0 ? minutes : time.toHours() + "h" + minutes;
    }
}
