package dev.stowage.explain.report;

import java.time.Duration;

/// Times as people say them: `5s`, `12m`, `3h20m`, `4d`.
final class HumanDuration {

    private HumanDuration() {}

    static String of(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 120) {
            return seconds + "s";
        }
        long minutes = seconds / 60;
        if (minutes < 120) {
            return minutes + "m";
        }
        long hours = minutes / 60;
        if (hours < 48) {
            return minutes % 60 == 0 ? hours + "h" : hours + "h" + minutes % 60 + "m";
        }
        return hours / 24 + "d";
    }
}
