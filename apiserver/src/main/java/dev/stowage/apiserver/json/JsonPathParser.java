package dev.stowage.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a [JsonPath].
public final class JsonPathParser {
    private static final List<String> OPERATORS = List.of("==", "!=", "<=", ">=", "<", ">");

    private static final int MOST_STEPS = 100;
    private static final int MOST_FILTERS = 5;

    private final String text;
    private final int filters;
    private final List<JsonPath.Selector> steps = new ArrayList<>();
    private int at;

    private JsonPathParser(String text, int filters) {
        this.text = text;
        this.filters = filters;
    }

    /// Empty if the text is not a path, or far longer than any that people write.
    public static Optional<JsonPath> parse(String text) {
        return parse(text, 0);
    }

    /// @param filters how many of them the path is inside of
    private static Optional<JsonPath> parse(String text, int filters) {
        JsonPathParser parser = new JsonPathParser(text, filters);
        return filters <= MOST_FILTERS && parser.read() ? Optional.of(new JsonPath(parser.steps)) : Optional.empty();
    }

    private boolean read() {
        if (text.startsWith("$") || text.startsWith("@")) {
            at++;
        }
        while (at < text.length()) {
            boolean understood = switch (text.charAt(at)) {
                case '.' -> field();
                case '[' -> bracket();
                default -> false;
            };
            if (!understood || steps.size() > MOST_STEPS) {
                return false;
            }
        }
        return true;
    }

    private boolean field() {
        at++;
        if (text.startsWith(".", at)) {
            at++;
            steps.add(new JsonPath.Below());
        }
        if (at >= text.length() || text.charAt(at) == '[') {
            return true;
        }
        StringBuilder name = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            name.append(text.charAt(at++));
        }
        if (name.toString().equals("*")) {
            steps.add(new JsonPath.All());
        } else {
            steps.add(new JsonPath.Field(name.toString()));
        }
        return !name.isEmpty();
    }

    private boolean bracket() {
        int close = close();
        if (close < 0) {
            return false;
        }
        String inner = text.substring(at + 1, close).strip();
        at = close + 1;
        if (inner.equals("*")) {
            steps.add(new JsonPath.All());
            return true;
        }
        if (inner.startsWith("?(") && inner.endsWith(")")) {
            return filter(inner.substring(2, inner.length() - 1));
        }
        if (isQuoted(inner)) {
            steps.add(new JsonPath.Field(inner.substring(1, inner.length() - 1)));
            return true;
        }
        return slice(inner);
    }

    /// The bracket that closes the one here; those in quotes do not count.
    private int close() {
        char quote = 0;
        int depth = 0;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[') {
                depth++;
            } else if (c == ']' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private boolean slice(String inner) {
        String[] parts = inner.split(":", -1);
        try {
            if (parts.length == 1) {
                int index = Integer.parseInt(inner);
                steps.add(new JsonPath.Slice(index, index == -1 ? Integer.MAX_VALUE : index + 1, 1));
                return true;
            }
            int from = parts[0].isEmpty() ? 0 : Integer.parseInt(parts[0]);
            int to = parts[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(parts[1]);
            int every = parts.length < 3 || parts[2].isEmpty() ? 1 : Integer.parseInt(parts[2]);
            steps.add(new JsonPath.Slice(from, to, every));
            return every > 0 && parts.length <= 3;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private boolean filter(String condition) {
        for (String operator : OPERATORS) {
            int place = condition.indexOf(operator);
            if (place >= 0) {
                Optional<JsonPath> path = parse(condition.substring(0, place).strip(), filters + 1);
                JsonNode value =
                        value(condition.substring(place + operator.length()).strip());
                path.ifPresent(found -> steps.add(new JsonPath.Filter(found, operator, value)));
                return path.isPresent() && !value.isMissingNode();
            }
        }
        Optional<JsonPath> path = parse(condition.strip(), filters + 1);
        path.ifPresent(found -> steps.add(new JsonPath.Filter(found, "", MissingNode.getInstance())));
        return path.isPresent();
    }

    private static JsonNode value(String literal) {
        if (isQuoted(literal)) {
            return TextNode.valueOf(literal.substring(1, literal.length() - 1));
        }
        if (literal.equals("true") || literal.equals("false")) {
            return BooleanNode.valueOf(literal.equals("true"));
        }
        try {
            return literal.length() > 40 ? MissingNode.getInstance() : DecimalNode.valueOf(new BigDecimal(literal));
        } catch (NumberFormatException _) {
            return MissingNode.getInstance();
        }
    }

    private static boolean isQuoted(String text) {
        return text.length() >= 2
                && (text.charAt(0) == '\'' || text.charAt(0) == '"')
                && text.charAt(text.length() - 1) == text.charAt(0);
    }
}
