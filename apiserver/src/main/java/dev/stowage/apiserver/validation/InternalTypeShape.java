package dev.stowage.apiserver.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The internal Go struct of a type in Kubernetes: with other field names, in another order, and with a value for
/// each field. Some error messages show an object this way.
public final class InternalTypeShape {
    private final List<Part> parts = new ArrayList<>();

    private InternalTypeShape() {}

    /// @param absent the value of a missing field
    private record Part(String inside, String outside, Absent absent, Optional<InternalTypeShape> shape) {}

    private enum Absent {
        EMPTY_TEXT,
        FALSE,
        ZERO,
        NULL,
        /// An empty struct.
        BLANK,
        /// Not shown.
        OMITTED
    }

    /// @param fields each is `Inside=outside`, followed by `!` for a boolean, `#` for a number, `?` if it may be
    ///     null, `-` if it is omitted when absent; no suffix for a string
    public static InternalTypeShape of(String... fields) {
        return new InternalTypeShape().and(fields);
    }

    public InternalTypeShape and(String... fields) {
        for (String field : fields) {
            int equals = field.indexOf('=');
            Absent absent = switch (field.charAt(field.length() - 1)) {
                case '!' -> Absent.FALSE;
                case '#' -> Absent.ZERO;
                case '?' -> Absent.NULL;
                case '-' -> Absent.OMITTED;
                default -> Absent.EMPTY_TEXT;
            };
            int end = absent == Absent.EMPTY_TEXT ? field.length() : field.length() - 1;
            parts.add(new Part(field.substring(0, equals), field.substring(equals + 1, end), absent, Optional.empty()));
        }
        return this;
    }

    /// A struct or a list of structs; null when absent.
    public InternalTypeShape maybe(String inside, String outside, InternalTypeShape internalTypeShape) {
        parts.add(new Part(inside, outside, Absent.NULL, Optional.of(internalTypeShape)));
        return this;
    }

    /// The same, omitted when absent.
    public InternalTypeShape omitted(String inside, String outside, InternalTypeShape internalTypeShape) {
        parts.add(new Part(inside, outside, Absent.OMITTED, Optional.of(internalTypeShape)));
        return this;
    }

    /// A struct that is always shown.
    public InternalTypeShape whole(String inside, String outside, InternalTypeShape internalTypeShape) {
        parts.add(new Part(inside, outside, Absent.BLANK, Optional.of(internalTypeShape)));
        return this;
    }

    /// A value in this shape; null if it is missing.
    public JsonNode show(JsonNode value) {
        if (value instanceof ArrayNode list) {
            ArrayNode shown = Json.list();
            list.forEach(item -> shown.add(show(item)));
            return shown;
        }
        if (!JsonTree.has(value)) {
            return NullNode.instance;
        }
        ObjectNode shown = Json.object();
        parts.forEach(part -> part(part, value.path(part.outside()), shown));
        return shown;
    }

    private static void part(Part part, JsonNode value, ObjectNode shown) {
        if (JsonTree.has(value) && !(value.isArray() && value.isEmpty())) {
            shown.set(
                    part.inside(),
                    part.shape()
                            .map(internalTypeShape -> internalTypeShape.show(value))
                            .orElseGet(() -> ValueDiff.sorted(value)));
            return;
        }
        switch (part.absent()) {
            case EMPTY_TEXT -> shown.set(part.inside(), TextNode.valueOf(""));
            case FALSE -> shown.set(part.inside(), BooleanNode.FALSE);
            case ZERO -> shown.set(part.inside(), IntNode.valueOf(0));
            case NULL -> shown.putNull(part.inside());
            case BLANK -> shown.set(part.inside(), part.shape().orElseThrow().show(Json.object()));
            case OMITTED -> {
                // Nothing is shown.
            }
        }
    }
}
