package dev.stowage.driver.bind;

import dev.stowage.sdk.CsiException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Modifiable parameters that only describe a volume: `label.owner=alice`. An empty value removes a label.
public final class VolumeLabels {
    private static final String PREFIX = "label.";
    private static final Pattern NAME = Pattern.compile("label\\.[A-Za-z0-9]([A-Za-z0-9._/-]{0,61}[A-Za-z0-9])?");
    private static final int MOST = 64;
    private static final int LONGEST = 256;

    private VolumeLabels() {}

    public static boolean isLabel(String setting) {
        return setting.startsWith(PREFIX);
    }

    /// Refuses invalid labels.
    public static void check(Map<String, String> settings) throws CsiException {
        check(settings, Set.of());
    }

    /// Refuses invalid labels, and settings that are neither labels nor among those of the backend.
    public static void check(Map<String, String> settings, Set<String> further) throws CsiException {
        Map<String, String> labels = new HashMap<>(settings);
        labels.keySet().removeAll(further);
        checkLabels(labels, further);
    }

    private static void checkLabels(Map<String, String> settings, Set<String> further) throws CsiException {
        if (settings.size() > MOST) {
            throw CsiException.invalidArgument("a volume can have at most " + MOST + " labels");
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            if (!isLabel(setting.getKey())) {
                throw CsiException.invalidArgument("parameter \"%s\" cannot be modified on this backend; %s can"
                        .formatted(shown(setting.getKey()), known(further)));
            }
            if (!NAME.matcher(setting.getKey()).matches()) {
                throw CsiException.invalidArgument(
                        "invalid label name \"%s\": use at most 63 letters and digits, with . _ / - between them"
                                .formatted(shown(setting.getKey())));
            }
            if (setting.getValue().length() > LONGEST) {
                throw CsiException.invalidArgument(
                        "the value of \"%s\" is longer than %d characters".formatted(setting.getKey(), LONGEST));
            }
        }
    }

    /// The settings after the change: those that are not named stay.
    public static Map<String, String> merged(Map<String, String> before, Map<String, String> change) {
        Map<String, String> after = new HashMap<>(before);
        after.putAll(change);
        after.values().removeIf(String::isEmpty);
        return after;
    }

    private static String known(Set<String> further) {
        return Stream.concat(Stream.of("label.NAME"), further.stream().sorted()).collect(Collectors.joining(", "));
    }

    private static String shown(String text) {
        String printable = text.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() > 80 ? printable.substring(0, 80) + "…" : printable;
    }
}
