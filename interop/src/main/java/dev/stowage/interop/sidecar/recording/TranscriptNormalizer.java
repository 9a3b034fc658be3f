package dev.stowage.interop.sidecar.recording;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces values in a transcript that differ in each run. Ids are numbered in order of appearance, so that
/// equal ids stay recognizable.
///
/// @param fixed names of this scenario, and their replacements
public record TranscriptNormalizer(Map<String, String> fixed) {
    private static final Pattern UID = Pattern.compile("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");
    private static final Pattern HEX = Pattern.compile("\\b[0-9a-f]{32,64}\\b");
    static final Pattern TIME = Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
    private static final Pattern NANOSECONDS = Pattern.compile("\\b1[6-9]\\d{17}\\b");
    private static final Pattern IDENTITY = Pattern.compile("\\b\\d{13}-\\d{1,5}-");
    private static final Pattern CAPACITY = Pattern.compile("\\bcsisc-[a-z0-9]{5}\\b");
    private static final Pattern REVISION = Pattern.compile("(?<=resourceVersion = \")\\d+(?=\")");
    private static final Pattern TRACE = Pattern.compile("(?<=seconds = |nanos = )\\d{6,10}\\b");

    public String normalize(String text) {
        String seen = text;
        for (Map.Entry<String, String> name : fixed.entrySet()) {
            seen = seen.replace(name.getKey(), name.getValue());
        }
        seen = numbered(UID, "UID", seen);
        seen = numbered(HEX, "ID", seen);
        seen = TIME.matcher(seen).replaceAll("TIME");
        seen = NANOSECONDS.matcher(seen).replaceAll("NANOSECONDS");
        seen = IDENTITY.matcher(seen).replaceAll("IDENTITY-");
        seen = CAPACITY.matcher(seen).replaceAll("csisc-RANDOM");
        seen = REVISION.matcher(seen).replaceAll("REVISION");
        return TRACE.matcher(seen).replaceAll("TIME");
    }

    private static String numbered(Pattern pattern, String name, String text) {
        Map<String, String> numbers = new LinkedHashMap<>();
        return pattern.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        numbers.computeIfAbsent(match.group(), _ -> name + (numbers.size() + 1))));
    }
}
