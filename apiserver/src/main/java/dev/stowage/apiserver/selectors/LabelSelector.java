package dev.stowage.apiserver.selectors;

import dev.stowage.apiserver.errors.ApiException;
import java.util.List;
import java.util.Map;

/// Which labels an object must and must not have.
public record LabelSelector(List<Requirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /// @param text such as `app=db,tier in (a,b),!old`
    /// @throws ApiException `BadRequest`, in the words that clients know
    public static LabelSelector parse(String text) throws ApiException {
        return text.isBlank() ? EVERYTHING : new LabelSelector(new LabelSelectorParser(text).parse());
    }

    public boolean isEverything() {
        return requirements.isEmpty();
    }

    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /// @param values sorted; empty for those that ask for a key only
    public record Requirement(String key, Operator operator, List<String> values) {
        public Requirement {
            values = List.copyOf(values);
        }

        boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case MISSING -> value == null;
                case GREATER -> value != null && compare(value) > 0;
                case LESS -> value != null && compare(value) < 0;
            };
        }

        /// Zero, which satisfies nobody, for what is no number.
        private int compare(String value) {
            try {
                return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
            } catch (NumberFormatException _) {
                return 0;
            }
        }
    }

    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        MISSING,
        GREATER,
        LESS
    }
}
