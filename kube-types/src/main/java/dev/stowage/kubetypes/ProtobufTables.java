package dev.stowage.kubetypes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The fields of all messages, one table for each package of types, read when first asked for.
///
/// A line with the name of a message is followed by its fields: number, name in JSON, type. A point for a name says
/// that
/// the fields inside belong to the message itself. A minus behind the type says that an empty value is none.
public final class ProtobufTables {
    /// @param name empty when what is inside belongs to the message itself
    /// @param drops an empty value
    public record Field(String name, ProtobufFieldType type, boolean drops) {}

    private static final Map<String, Map<String, Map<Integer, Field>>> KNOWN = new ConcurrentHashMap<>();

    private ProtobufTables() {}

    /// @param table such as `core.v1`
    public static Optional<Map<Integer, Field>> fields(String table, String message) {
        return Optional.ofNullable(
                KNOWN.computeIfAbsent(table, ProtobufTables::read).get(message));
    }

    private static Map<String, Map<Integer, Field>> read(String table) {
        try (InputStream in = ProtobufTables.class.getResourceAsStream(table + ".txt")) {
            if (in == null) {
                return Map.of();
            }
            Map<String, Map<Integer, Field>> messages = new HashMap<>();
            Map<Integer, Field> fields = new HashMap<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith(" ")) {
                    String[] words = line.substring(1).split(" ", -1);
                    fields.put(Integer.valueOf(words[0]), field(words[1], words[2], table));
                } else if (!line.isEmpty()) {
                    fields = new HashMap<>();
                    messages.put(line, fields);
                }
            }
            return messages;
        } catch (IOException e) {
            throw new UncheckedIOException("table " + table + " cannot be read", e);
        }
    }

    private static Field field(String name, String type, String table) {
        boolean drops = type.endsWith("-");
        String written = drops ? type.substring(0, type.length() - 1) : type;
        return new Field(name.equals(".") ? "" : name, ProtobufFieldType.read(written, table), drops);
    }
}
