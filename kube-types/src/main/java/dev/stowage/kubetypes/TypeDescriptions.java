package dev.stowage.kubetypes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the types of one group and version, and their fields, are for. The text has a line for each: a type at
/// the margin, its fields below it, the name first. Line breaks are written as `\n`.
final class TypeDescriptions {
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, Map<String, String>> fields = new HashMap<>();

    private TypeDescriptions() {}

    static TypeDescriptions read(String table) {
        TypeDescriptions descriptions = new TypeDescriptions();
        try (InputStream file = TypeDescriptions.class.getResourceAsStream(table + ".descriptions")) {
            if (file != null) {
                descriptions.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the descriptions of " + table, e);
        }
        return descriptions;
    }

    private void parse(String text) {
        String type = "";
        for (String line : text.split("\n", -1)) {
            String[] parts = line.strip().split(" ", 2);
            String description = parts.length > 1 ? parts[1].replace("\\n", "\n") : "";
            if (line.startsWith(" ")) {
                fields.computeIfAbsent(type, _ -> new HashMap<>()).put(parts[0], description);
            } else if (!line.isEmpty()) {
                type = parts[0];
                types.put(type, description);
            }
        }
    }

    Optional<String> of(String type) {
        return found(types.get(type));
    }

    Optional<String> of(String type, String field) {
        return found(fields.getOrDefault(type, Map.of()).get(field));
    }

    private static Optional<String> found(@Nullable String text) {
        return Optional.ofNullable(text).filter(some -> !some.isEmpty());
    }
}
