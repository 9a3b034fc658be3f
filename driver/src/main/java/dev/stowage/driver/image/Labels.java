package dev.stowage.driver.image;

import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.TreeMap;

/// What can be changed in a volume that exists: words for people and programs, kept in its record.
final class Labels {

    private static final String PREFIX = "label.";
    private static final int LONGEST = 256;

    private Labels() {}

    static void check(Map<String, String> settings) throws CsiException {
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String name = setting.getKey();
            if (!name.startsWith(PREFIX) || name.length() == PREFIX.length()) {
                throw CsiException.invalid("\"%s\" cannot be changed in a volume kept as an image; only %sNAME can"
                        .formatted(name, PREFIX));
            }
            if (name.length() > LONGEST || setting.getValue().length() > LONGEST) {
                throw CsiException.invalid(
                        "%sNAME and its value have %d characters at most".formatted(PREFIX, LONGEST));
            }
        }
    }

    /// An empty value removes a label.
    static Map<String, String> merged(Map<String, String> before, Map<String, String> settings) {
        Map<String, String> merged = new TreeMap<>(before);
        merged.putAll(settings);
        merged.values().removeIf(String::isEmpty);
        return merged;
    }
}
