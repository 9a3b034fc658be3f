package dev.stowage.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which labels an object must have.
public record LabelSelector(Map<String, String> labels, List<Requirement> expressions) {
    private static final LabelSelector NOTHING =
            new LabelSelector(Map.of(), List.of(new Requirement("", "In", List.of())));

    /// @param operator `In`, `NotIn`, `Exists` or `DoesNotExist`
    public record Requirement(String key, String operator, List<String> values) {

        public static Requirement read(JsonNode node) {
            return new Requirement(
                    JsonFields.shared(node, "key"),
                    JsonFields.shared(node, "operator"),
                    JsonFields.texts(node.path("values")));
        }

        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case "In" -> value != null && values.contains(value);
                case "NotIn" -> value == null || !values.contains(value);
                case "Exists" -> value != null;
                case "DoesNotExist" -> value == null;
                case "Gt" -> value != null && compare(value) > 0;
                case "Lt" -> value != null && compare(value) < 0;
                default -> false;
            };
        }

        private int compare(String value) {
            try {
                return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
            } catch (NumberFormatException e) {
                return 0;
            }
        }
    }

    static @Nullable public LabelSelector read(JsonNode node) {
        return node.isObject()
                ? new LabelSelector(
                        JsonFields.map(node.path("matchLabels")),
                        JsonFields.list(node.path("matchExpressions"), Requirement::read))
                : null;
    }

    /// For objects that cannot be without one: absent, it matches nothing. An empty one matches everything.
    public static LabelSelector required(JsonNode node) {
        LabelSelector read = read(node);
        return read == null ? NOTHING : read;
    }

    public boolean matches(Map<String, String> other) {
        return labels.entrySet().stream().allMatch(entry -> entry.getValue().equals(other.get(entry.getKey())))
                && expressions.stream().allMatch(expression -> expression.matches(other));
    }
}
