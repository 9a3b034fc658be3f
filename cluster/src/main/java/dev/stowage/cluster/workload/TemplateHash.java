package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// A short hash of a JSON tree: equal for equal trees, whatever the order of their fields.
public final class TemplateHash {
    /// Without vowels and ambiguous characters, so that no hash is a word.
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final int OFFSET = 0x811c9dc5;
    private static final int PRIME = 0x01000193;

    private TemplateHash() {}

    /// @param collisions how often the hash already belonged to another template
    public static String of(JsonNode tree, int collisions) {
        StringBuilder text = new StringBuilder();
        write(tree, text);
        text.append(collisions);
        int hash = OFFSET;
        for (byte one : text.toString().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (one & 0xff)) * PRIME;
        }
        return word(Integer.toUnsignedString(hash));
    }

    static String word(String text) {
        StringBuilder word = new StringBuilder();
        text.chars().forEach(c -> word.append(LETTERS.charAt(c % LETTERS.length())));
        return word.toString();
    }

    private static void write(JsonNode tree, StringBuilder text) {
        if (tree.isObject()) {
            Map<String, JsonNode> sorted = new TreeMap<>();
            tree.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
            text.append('{');
            sorted.forEach((name, value) -> {
                text.append(name).append(':');
                write(value, text);
                text.append(',');
            });
            text.append('}');
        } else if (tree.isArray()) {
            text.append('[');
            tree.forEach(item -> {
                write(item, text);
                text.append(',');
            });
            text.append(']');
        } else {
            text.append(tree);
        }
    }
}
