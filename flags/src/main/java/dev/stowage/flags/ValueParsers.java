package dev.stowage.flags;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Parsers for the simple types.
final class ValueParsers {

    private ValueParsers() {}

    static Boolean bool(String text) {
        return switch (text) {
            case "true", "TRUE", "True", "t", "T", "1" -> true;
            case "false", "FALSE", "False", "f", "F", "0" -> false;
            default -> throw new IllegalArgumentException("\"" + text + "\" is neither true nor false");
        };
    }

    static Integer integer(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a whole number", e);
        }
    }

    static Path path(String text) {
        try {
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a path: " + e.getReason(), e);
        }
        throw new IllegalArgumentException("the path is empty");
    }

    static String nonEmpty(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the value is empty");
        }
        return text;
    }

    static List<String> list(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(",")).map(String::strip).toList();
    }

    static Map<String, String> pairs(String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : list(text)) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("\"" + pair + "\" is not key=value");
            }
            if (pairs.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("key \"" + pair.substring(0, equals) + "\" is given twice");
            }
        }
        return Collections.unmodifiableMap(pairs);
    }
}
