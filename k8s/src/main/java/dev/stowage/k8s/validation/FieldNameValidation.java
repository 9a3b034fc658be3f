package dev.stowage.k8s.validation;

import java.util.ArrayList;
import java.util.List;

/// Validates names inside an object, such as that of a port or a key of a config map.
public final class FieldNameValidation {
    private static final String NO_KEY = ValidationMessages.pattern(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
            "[-._a-zA-Z0-9]+",
            "key.name",
            "KEY_NAME",
            "key-name");

    private FieldNameValidation() {}

    /// A key of a config map or a secret.
    public static List<String> configKey(String key) {
        List<String> mistakes = new ArrayList<>(0);
        if (ValidationMessages.length(key) > 253) {
            mistakes.add(ValidationMessages.mostCharacters(253));
        }
        if (key.isEmpty() || !NameCharacters.consistsOf(key, "-._")) {
            mistakes.add(NO_KEY);
        }
        if (key.equals(".") || key.equals("..")) {
            mistakes.add("must not be '%s'".formatted(key));
        } else if (key.startsWith("..")) {
            mistakes.add("must not start with '..'");
        }
        return mistakes;
    }

    public static List<String> environmentVariable(String name) {
        if (name.isEmpty()) {
            return List.of("environment variable name must be non-empty");
        }
        boolean printable = name.chars().allMatch(c -> c >= 0x20 && c < 0x7f && c != '=');
        return printable
                ? List.of()
                : List.of("a valid environment variable name must consist only of printable ASCII characters other than"
                        + " '='");
    }

    public static List<String> port(String name) {
        List<String> mistakes = new ArrayList<>(0);
        if (ValidationMessages.length(name) > 15) {
            mistakes.add(ValidationMessages.mostCharacters(15));
        }
        boolean plain = !name.isEmpty()
                && name.chars()
                        .allMatch(
                                c -> NameCharacters.isLower((char) c) || NameCharacters.isDigit((char) c) || c == '-');
        if (!plain) {
            mistakes.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (name.chars().noneMatch(c -> NameCharacters.isLower((char) c))) {
            mistakes.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            mistakes.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            mistakes.add("must not begin or end with a hyphen");
        }
        return mistakes;
    }

    public static List<String> portNumber(long port) {
        return inRange(port, 1, 65535);
    }

    public static List<String> inRange(long value, long least, long most) {
        return value >= least && value <= most
                ? List.of()
                : List.of("must be between %d and %d, inclusive".formatted(least, most));
    }
}
