package dev.stowage.interop.sidecar;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Removes irrelevant entries from a transcript.
final class TranscriptFilter {

    /// Another client was faster: it removed its finalizer, or the object itself.
    private static final Pattern LATE =
            Pattern.compile("api (PUT|PATCH|DELETE) (\\S+ \\S+ -> (409|422) .*|[^/\\s]+ \\S+ -> 404 .*)");
    private static final Pattern WRITE = Pattern.compile("api (PUT|PATCH) .* -> 2\\d\\d");

    private TranscriptFilter() {}

    /// Without writes that came too late: these depend on the timing of the Kubernetes controllers.
    static String withoutLate(String transcript) {
        return entries(transcript).stream().filter(entry -> !late(entry)).collect(Collectors.joining());
    }

    /// Also without repetitions. The Go sidecars sometimes act again because their cache does not show their
    /// own writes yet; ours must not.
    static String withoutRepeats(String transcript) {
        StringBuilder kept = new StringBuilder();
        Set<String> since = new LinkedHashSet<>();
        for (String entry : entries(transcript)) {
            if (entry.startsWith("-- ")) {
                since.clear();
            }
            if (!late(entry) && !idle(entry) && since.add(entry)) {
                kept.append(entry);
            }
        }
        return kept.toString();
    }

    private static boolean late(String entry) {
        return LATE.matcher(entry.strip()).matches();
    }

    /// A write that changed nothing.
    private static boolean idle(String entry) {
        return WRITE.matcher(entry.strip()).matches();
    }

    private static List<String> entries(String transcript) {
        List<String> entries = new ArrayList<>();
        StringBuilder entry = new StringBuilder();
        for (String line : transcript.lines().toList()) {
            if (!line.startsWith("    ") && !entry.isEmpty()) {
                entries.add(entry.toString());
                entry.setLength(0);
            }
            entry.append(line).append('\n');
        }
        if (!entry.isEmpty()) {
            entries.add(entry.toString());
        }
        return entries;
    }
}
