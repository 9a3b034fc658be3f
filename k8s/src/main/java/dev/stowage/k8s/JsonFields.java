package dev.stowage.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads fields of JSON objects into small values. A field that is absent or of another type reads as empty:
/// objects come from users and other programs, and one odd object must not stop a cache.
public final class JsonFields {
    private static final int MOST_SHARED = 4096;
    private static final int LONGEST_SHARED = 128;
    private static final Map<String, String> SHARED = new ConcurrentHashMap<>();

    private JsonFields() {}

    public static String text(JsonNode object, String field) {
        return object.path(field).asText("");
    }

    /// For values that thousands of objects have in common, such as the name of a class: kept once.
    public static String shared(JsonNode object, String field) {
        return share(object.path(field).asText(""));
    }

    public static String share(String text) {
        if (text.isEmpty()) {
            return "";
        }
        String known = SHARED.get(text);
        if (known != null) {
            return known;
        }
        if (text.length() > LONGEST_SHARED || SHARED.size() >= MOST_SHARED) {
            return text;
        }
        String before = SHARED.putIfAbsent(text, text);
        return before == null ? text : before;
    }

    static @Nullable public String textOrNull(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isTextual() ? share(value.asText()) : null;
    }

    static @Nullable public Instant instant(JsonNode object, String field) {
        String text = object.path(field).asText("");
        if (text.isEmpty()) {
            return null;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    public static Map<String, String> map(JsonNode object) {
        return mapWithout(object, "");
    }

    public static Map<String, String> mapWithout(JsonNode object, String key) {
        if (object.isEmpty()) {
            return Map.of();
        }
        Map<String, String> map = LinkedHashMap.newLinkedHashMap(object.size());
        object.properties().forEach(entry -> {
            if (!entry.getKey().equals(key)) {
                map.put(share(entry.getKey()), share(entry.getValue().asText("")));
            }
        });
        return map.isEmpty() ? Map.of() : Map.copyOf(map);
    }

    /// Amounts by resource, in thousandths.
    public static Map<String, Long> milliValues(JsonNode object) {
        Map<String, Long> amounts = HashMap.newHashMap(object.size());
        object.properties()
                .forEach(entry -> amounts.put(
                        share(entry.getKey()),
                        Quantity.parseOrZero(entry.getValue().asText("")).milliValue()));
        return Map.copyOf(amounts);
    }

    public static List<String> texts(JsonNode array) {
        return list(array, item -> share(item.asText("")));
    }

    public static <T> List<T> list(JsonNode array, Function<JsonNode, T> reader) {
        if (!array.isArray() || array.isEmpty()) {
            return List.of();
        }
        List<T> items = new ArrayList<>(array.size());
        array.forEach(item -> items.add(reader.apply(item)));
        return items.size() == 1 ? List.of(items.getFirst()) : Collections.unmodifiableList(items);
    }
}
