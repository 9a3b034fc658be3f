package dev.stowage.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/// Equality of values. Jackson distinguishes an int from a long of the same value; JSON does not.
public final class JsonEquality {
    private JsonEquality() {}

    public static boolean same(JsonNode left, JsonNode right) {
        if (left.isIntegralNumber() && right.isIntegralNumber()) {
            return (left.canConvertToLong() && right.canConvertToLong())
                    ? left.longValue() == right.longValue()
                    : left.bigIntegerValue().equals(right.bigIntegerValue());
        }
        if (left instanceof ObjectNode one && right instanceof ObjectNode other) {
            return sameFields(one, other);
        }
        if (left instanceof ArrayNode one && right instanceof ArrayNode other) {
            return sameItems(one, other);
        }
        return left.equals(right);
    }

    private static boolean sameFields(ObjectNode one, ObjectNode other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : one.properties()) {
            JsonNode value = other.get(field.getKey());
            if (value == null || !same(field.getValue(), value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameItems(ArrayNode one, ArrayNode other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// A key for a scalar in a map.
    public static Object key(JsonNode value) {
        return (value.isIntegralNumber() && value.canConvertToLong()) ? (Object) value.longValue() : value;
    }
}
