package dev.stowage.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One condition of a label selector or a node selector term: a key, an operator and its values.
public record LabelRequirement(String key, Operator operator, List<String> values) {

    /// How a label is compared with the values.
    public enum Operator {
        /// Of `matchLabels` and of queries such as `app=db`; it has one value.
        EQUALS("="),
        IN("In"),
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        DOES_NOT_EXIST("DoesNotExist"),
        GREATER_THAN("Gt"),
        LESS_THAN("Lt"),
        /// An operator that Kubernetes does not define. It matches nothing.
        INVALID("");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        static Operator of(String text) {
            return Stream.of(values())
                    .filter(operator -> operator.text.equals(text) && operator != EQUALS)
                    .findFirst()
                    .orElse(INVALID);
        }

        /// As it is written in objects.
        @Override
        public String toString() {
            return text;
        }
    }

    public LabelRequirement {
        values = List.copyOf(values);
    }

    public static LabelRequirement in(String key, List<String> values) {
        return new LabelRequirement(key, Operator.IN, values);
    }

    public static LabelRequirement read(JsonNode node) {
        return new LabelRequirement(
                JsonFields.shared(node, "key"),
                Operator.of(JsonFields.text(node, "operator")),
                JsonFields.texts(node.path("values")));
    }

    public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return switch (operator) {
            case EQUALS, IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER_THAN -> value != null && compare(value) > 0;
            case LESS_THAN -> value != null && compare(value) < 0;
            case INVALID -> false;
        };
    }

    /// Zero, which satisfies neither operator, for what is not a number.
    private int compare(String value) {
        if (values.isEmpty()) {
            return 0;
        }
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// As kubectl writes it, such as `app in (db,web)`.
    String text() {
        return switch (operator) {
            case EQUALS -> key + "=" + String.join(",", values);
            case IN -> key + " in " + set();
            case NOT_IN -> key + " notin " + set();
            case DOES_NOT_EXIST -> "!" + key;
            case GREATER_THAN -> key + ">" + String.join(",", values);
            case LESS_THAN -> key + "<" + String.join(",", values);
            case EXISTS, INVALID -> key;
        };
    }

    private String set() {
        return values.stream().sorted().collect(Collectors.joining(",", "(", ")"));
    }
}
