package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One step down in an object, as `managedFields` writes it: `f:spec` to a field, `k:{"name":"a"}` to the
/// item of a list with these keys, `v:"a"` to an item of a set, `i:0` to an item by its place.
///
/// The format is canonical: equal steps are equal strings.
final class PathElement {
    private PathElement() {}

    static String field(String name) {
        return "f:" + name;
    }

    /// The step to an item; empty if the item has no key, or the list has no such items.
    static Optional<String> item(JsonNode item, Schema.Sequence list) {
        if (list.kind() == Schema.ListKind.SET) {
            return item.isContainerNode() || item.isNull() ? Optional.empty() : Optional.of("v:" + text(item));
        }
        if (!item.isObject()) {
            return Optional.empty();
        }
        StringBuilder step = new StringBuilder("k:{");
        for (String key : ordered(list.keys())) {
            JsonNode value = key(item, key, list.items());
            if (value != null) {
                step.append(step.length() > 3 ? "," : "");
                quote(key, step);
                step.append(':').append(text(value));
            }
        }
        return step.length() == 3
                ? Optional.empty()
                : Optional.of(step.append('}').toString());
    }

    private static List<String> ordered(List<String> keys) {
        if (keys.size() < 2) {
            return keys;
        }
        List<String> ordered = new ArrayList<>(keys);
        Collections.sort(ordered);
        return ordered;
    }

    private static @Nullable JsonNode key(JsonNode item, String key, Schema items) {
        JsonNode value = item.get(key);
        if (value != null || !(items instanceof Schema.Struct struct)) {
            return value;
        }
        Schema.Field field = struct.fields().get(key);
        return field == null
                ? null
                : field.preset().or(() -> EmptyObject.preset(field)).orElse(null);
    }

    /// The canonical form of a step from a client; empty for an unknown kind of step.
    ///
    /// @throws JsonProcessingException when it cannot be read
    static Optional<String> canonical(String step) throws JsonProcessingException {
        if (step.length() < 2 || step.charAt(1) != ':') {
            throw new JsonParseException(null, "missing colon: " + step);
        }
        return switch (step.charAt(0)) {
            case 'f' -> Optional.of(step);
            case 'i' -> Optional.of("i:" + index(step));
            case 'v' -> Optional.of("v:" + text(value(step)));
            case 'k' -> {
                StringBuilder text = new StringBuilder("k:{");
                JsonNode keys = value(step);
                List<String> names = new ArrayList<>();
                keys.fieldNames().forEachRemaining(names::add);
                for (String key : ordered(names)) {
                    text.append(text.length() > 3 ? "," : "");
                    quote(key, text);
                    text.append(':').append(text(keys.path(key)));
                }
                yield Optional.of(text.append('}').toString());
            }
            default -> Optional.empty();
        };
    }

    private static int index(String step) throws JsonProcessingException {
        try {
            return Integer.parseInt(step.substring(2));
        } catch (NumberFormatException e) {
            throw new JsonParseException(null, "not an index: " + step, e);
        }
    }

    private static JsonNode value(String step) throws JsonProcessingException {
        return Json.read(step.substring(2).getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode parsed(String step) {
        try {
            return value(step);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("invalid path element: " + step, e);
        }
    }

    static List<String> sorted(Collection<String> steps) {
        List<String> sorted = new ArrayList<>(steps);
        if (sorted.size() > 1) {
            sorted.sort(PathElement::compare);
        }
        return sorted;
    }

    static int compare(String one, String other) {
        int kinds = Integer.compare("fkvi".indexOf(one.charAt(0)), "fkvi".indexOf(other.charAt(0)));
        if (kinds != 0) {
            return kinds;
        }
        return switch (one.charAt(0)) {
            case 'k' -> one.equals(other) ? 0 : compareKeys(parsed(one), parsed(other));
            case 'v' -> compareValues(parsed(one), parsed(other));
            case 'i' -> Integer.compare(parsed(one).intValue(), parsed(other).intValue());
            default -> one.compareTo(other);
        };
    }

    private static int compareKeys(JsonNode one, JsonNode other) {
        List<Map.Entry<String, JsonNode>> left = List.copyOf(one.properties());
        List<Map.Entry<String, JsonNode>> right = List.copyOf(other.properties());
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int names = left.get(i).getKey().compareTo(right.get(i).getKey());
            int order = names != 0
                    ? names
                    : compareValues(left.get(i).getValue(), right.get(i).getValue());
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int compareValues(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        int kinds = Integer.compare(rank(one), rank(other));
        if (kinds != 0) {
            return kinds;
        }
        return one.isBoolean()
                ? Boolean.compare(one.booleanValue(), other.booleanValue())
                : one.asText().compareTo(other.asText());
    }

    private static int rank(JsonNode value) {
        return value.isNumber() ? 0 : value.isTextual() ? 1 : value.isBoolean() ? 2 : 3;
    }

    private static String text(JsonNode value) {
        if (!value.isTextual()) {
            return value.toString();
        }
        StringBuilder text = new StringBuilder(value.textValue().length() + 2);
        quote(value.textValue(), text);
        return text.toString();
    }

    /// Escaped for HTML, as in Kubernetes.
    private static void quote(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
                        text.append("\\u%04x".formatted((int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    /// A path for messages: `.spec.containers[name="a"].image`.
    static String shown(List<String> path) {
        StringBuilder shown = new StringBuilder();
        for (String step : path) {
            switch (step.charAt(0)) {
                case 'k' -> {
                    List<String> keys = new ArrayList<>();
                    parsed(step).properties().forEach(key -> keys.add(key.getKey() + "=" + shownValue(key.getValue())));
                    shown.append('[').append(String.join(",", keys)).append(']');
                }
                case 'v' -> shown.append("[=").append(shownValue(parsed(step))).append(']');
                case 'i' -> shown.append('[').append(step, 2, step.length()).append(']');
                default -> shown.append('.').append(step, 2, step.length());
            }
        }
        return shown.toString();
    }

    private static String shownValue(JsonNode value) {
        return value.isTextual() ? FieldErrors.quoted(value.textValue()) : value.asText();
    }
}
