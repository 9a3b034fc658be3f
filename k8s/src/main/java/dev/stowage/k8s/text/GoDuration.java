package dev.stowage.k8s.text;

import java.time.Duration;

/// Durations as `time.Duration.String` of Go writes them, in whole seconds: zero parts are kept, as in `5m0s`.
/// The texts of Kubernetes need this form. `dev.stowage.flags.GoDuration` differs on purpose: it parses and
/// prints flags as people write them (`5m`), and module flags depends on no other module.
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
