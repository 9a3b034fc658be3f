package dev.stowage.driver.image;

import dev.stowage.sdk.CsiException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a snapshot class says about copying volumes that are in use, where blocks cannot be shared.
///
/// @param freezeForCopy whether writers may be blocked for the whole copy
/// @param freezeDeadline the maximum time for that
record SnapshotCopyOptions(boolean freezeForCopy, Duration freezeDeadline) {

    static final SnapshotCopyOptions STRICT = new SnapshotCopyOptions(false, Duration.ofSeconds(60));

    private static final Pattern SPAN = Pattern.compile("([1-9][0-9]{0,5})(ms|s|m)?");

    static SnapshotCopyOptions of(Map<String, String> parameters) throws CsiException {
        return new SnapshotCopyOptions(
                bool(parameters.getOrDefault("freezeForCopy", "false")),
                span(parameters.getOrDefault("freezeDeadline", "60s")));
    }

    private static boolean bool(String text) throws CsiException {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw CsiException.invalidArgument("freezeForCopy must be true or false, not \"" + text + "\"");
        };
    }

    private static Duration span(String text) throws CsiException {
        Matcher span = SPAN.matcher(text);
        if (!span.matches()) {
            throw CsiException.invalidArgument(
                    "freezeDeadline must be a time such as 500ms, 60s or 2m, not \"" + text + "\"");
        }
        long count = Long.parseLong(span.group(1));
        String unit = span.group(2) == null ? "s" : span.group(2);
        return switch (unit) {
            case "ms" -> Duration.ofMillis(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofSeconds(count);
        };
    }
}
