package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.errors.GoText;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks that an applied object matches its type. Kubernetes reports a mismatch as an internal error with these
/// messages.
final class AppliedObjectCheck {
    private final List<String> problems = new ArrayList<>();

    private AppliedObjectCheck() {}

    static void check(ObjectNode applied, Schema schema, String kind, String apiVersion) throws ApiException {
        boolean isKind = JsonTree.text(applied, "kind").equals(kind);
        if (!isKind || !JsonTree.text(applied, "apiVersion").equals(apiVersion)) {
            throw ApiException.badRequest("invalid object type: " + ServerSideApply.typeOf(applied));
        }
        if (JsonTree.has(applied, "metadata", "managedFields")) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
        AppliedObjectCheck check = new AppliedObjectCheck();
        check.walk("", schema, applied);
        if (!check.problems.isEmpty()) {
            String found = check.problems.size() == 1
                    ? check.problems.getFirst()
                    : "errors:\n  " + String.join("\n  ", check.problems);
            throw new ApiException(
                    StatusReason.UNKNOWN,
                    "failed to create typed patch object (%s/%s; %s): %s"
                            .formatted(
                                    JsonTree.text(applied, "metadata", "namespace"),
                                    JsonTree.text(applied, "metadata", "name"),
                                    ServerSideApply.typeOf(applied),
                                    found));
        }
    }

    private void walk(String path, @Nullable Schema type, JsonNode value) {
        if (value.isNull() || type == null) {
            return;
        }
        switch (type) {
            case Schema.Struct struct -> {
                if (isObject(path, value)) {
                    fields(path, struct, value);
                }
            }
            case Schema.Mapping mapping -> {
                if (isObject(path, value)) {
                    for (Map.Entry<String, JsonNode> field : sorted(value)) {
                        walk(below(path, field.getKey()), mapping.values(), field.getValue());
                    }
                }
            }
            case Schema.Sequence list -> {
                if (value.isArray()) {
                    items(path, list, value);
                } else {
                    problem(path, "expected list, got &{%s}".formatted(GoText.of(value)));
                }
            }
            case Schema.Scalar scalar -> scalar(path, scalar, value);
            case Schema.AnyJson _ -> {}
        }
    }

    private void problem(String path, String problem) {
        problems.add(path.isEmpty() ? problem : path + ": " + problem);
    }

    private boolean isObject(String path, JsonNode value) {
        if (!value.isObject()) {
            problem(path, "expected map, got &{%s}".formatted(GoText.of(value)));
        }
        return value.isObject();
    }

    private void fields(String path, Schema.Struct struct, JsonNode value) {
        for (Map.Entry<String, JsonNode> entry : sorted(value)) {
            Optional<Schema.Field> field = struct.field(entry.getKey());
            String below = below(path, entry.getKey());
            if (field.isPresent()) {
                walk(below, field.get().type(), entry.getValue());
            } else if (!struct.preserving()) {
                problem(below, "field not declared in schema");
            }
        }
    }

    private static String below(String path, String key) {
        return path + "." + FieldErrors.shortened(key);
    }

    private static List<Map.Entry<String, JsonNode>> sorted(JsonNode value) {
        List<Map.Entry<String, JsonNode>> fields = new ArrayList<>(value.properties());
        fields.sort(Map.Entry.comparingByKey());
        return fields;
    }

    private void items(String path, Schema.Sequence list, JsonNode items) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < items.size(); i++) {
            JsonNode item = items.get(i);
            String shown = "[%d]".formatted(i);
            if (list.kind() != Schema.ListKind.ATOMIC) {
                Optional<String> step = PathElement.item(item, list);
                if (step.isEmpty()) {
                    problem(path, "element %d: %s".formatted(i, keyless(list, item)));
                    return;
                }
                shown = PathElement.shown(List.of(step.get()));
                if (!seen.add(step.get())) {
                    problem(path, "duplicate entries for key " + shown);
                }
            }
            walk(path + shown, list.items(), item);
        }
    }

    private static String keyless(Schema.Sequence list, JsonNode item) {
        if (list.kind() == Schema.ListKind.SET) {
            return item.isNull()
                    ? "associative list without keys has an element that's an explicit null"
                    : "associative list without keys has an element that's a map type";
        }
        if (!item.isObject()) {
            return "associative list with keys may not have " + (item.isNull() ? "a null element" : "non-map elements");
        }
        List<String> keys = list.keys().stream().map(key -> "\"" + key + "\"").toList();
        return "associative list with keys has an element that omits all key fields [%s] (and doesn't have default"
                .concat(" values for any key fields)")
                .formatted(String.join(" ", keys));
    }

    private void scalar(String path, Schema.Scalar scalar, JsonNode value) {
        switch (scalar.kind()) {
            case STRING, BYTES, TIME, MICRO_TIME -> {
                if (!value.isTextual()) {
                    problem(
                            path,
                            "expected string, got &value.valueUnstructured{Value:%s}".formatted(GoText.of(value)));
                }
            }
            case INT32, INT64, NUMBER -> {
                if (!value.isNumber()) {
                    problem(path, "expected numeric (int or float), got %s".formatted(GoText.type(value)));
                }
            }
            case BOOLEAN -> {
                if (!value.isBoolean()) {
                    problem(path, "expected boolean, got &{%s}".formatted(GoText.of(value)));
                }
            }
            case INT_OR_STRING, QUANTITY -> {
                if (value.isContainerNode()) {
                    problem(path, "expected any scalar, got &{%s}".formatted(GoText.of(value)));
                }
            }
        }
    }
}
