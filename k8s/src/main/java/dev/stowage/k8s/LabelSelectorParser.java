package dev.stowage.k8s;

import dev.stowage.k8s.LabelRequirement.Operator;
import dev.stowage.k8s.LabelSelectorLexer.Token;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.k8s.validation.NameValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Reads a label selector. Errors are in the words of Kubernetes, because clients and their tests match them.
final class LabelSelectorParser {
    private final LabelSelectorLexer tokens;

    LabelSelectorParser(String text) {
        this.tokens = new LabelSelectorLexer(text);
    }

    List<LabelRequirement> parse() throws InvalidSelectorException {
        List<LabelRequirement> requirements = new ArrayList<>();
        while (true) {
            Token first = tokens.peek();
            if (first.equals(Token.END)) {
                return requirements;
            }
            if (!first.isWord() && !first.is("!")) {
                throw invalid("found '%s', expected: !, identifier, or 'end of string'".formatted(first.literal()));
            }
            requirements.add(requirement());
            Token separator = tokens.take();
            if (separator.equals(Token.END)) {
                return requirements;
            }
            if (!separator.is(",")) {
                throw invalid("found '%s', expected: ',' or 'end of string'".formatted(separator.literal()));
            }
            Token after = tokens.peek();
            if (!after.isWord() && !after.is("!")) {
                throw invalid("found '%s', expected: identifier after ','".formatted(after.literal()));
            }
        }
    }

    private LabelRequirement requirement() throws InvalidSelectorException {
        boolean missing = tokens.peek().is("!");
        if (missing) {
            tokens.take();
        }
        Token key = tokens.take();
        if (!key.isWord()) {
            throw invalidRequirement("found '%s', expected: identifier".formatted(key.literal()));
        }
        check(NameValidation.qualified(key.literal()), "<nil>", key.literal());
        if (missing) {
            return new LabelRequirement(key.literal(), Operator.DOES_NOT_EXIST, List.of());
        }
        if (tokens.peek().equals(Token.END) || tokens.peek().is(",")) {
            return new LabelRequirement(key.literal(), Operator.EXISTS, List.of());
        }
        Token operator = tokens.take();
        return switch (operator.literal()) {
            case "=", "==" -> compared(key.literal(), Operator.EQUALS, exactValue());
            case "!=" -> compared(key.literal(), Operator.NOT_IN, exactValue());
            case "in" -> compared(key.literal(), Operator.IN, values());
            case "notin" -> compared(key.literal(), Operator.NOT_IN, values());
            case ">" -> compared(key.literal(), Operator.GREATER_THAN, exactValue());
            case "<" -> compared(key.literal(), Operator.LESS_THAN, exactValue());
            default ->
                throw invalidRequirement(
                        "found '%s', expected: in, notin, =, ==, !=, gt, lt".formatted(operator.literal()));
        };
    }

    private static LabelRequirement compared(String key, Operator operator, SortedSet<String> values)
            throws InvalidSelectorException {
        int index = 0;
        for (String value : values) {
            if ((operator == Operator.GREATER_THAN || operator == Operator.LESS_THAN)
                    && !value.matches("[+-]?[0-9]{1,18}")) {
                throw invalidRequirement(
                        "values[%d]: Invalid value: %s: for 'Gt', 'Lt' operators, the value must be an integer"
                                .formatted(index, GoQuote.of(value)));
            }
            check(NameValidation.labelValue(value), "values[%d][%s]".formatted(index, key), value);
            index++;
        }
        return new LabelRequirement(key, operator, List.copyOf(values));
    }

    private SortedSet<String> exactValue() throws InvalidSelectorException {
        Token token = tokens.peek();
        if (token.equals(Token.END) || token.is(",")) {
            return single("");
        }
        tokens.take();
        if (!token.isWord()) {
            throw invalidRequirement("found '%s', expected: identifier".formatted(token.literal()));
        }
        return single(token.literal());
    }

    private static SortedSet<String> single(String value) {
        return new TreeSet<>(List.of(value));
    }

    /// The part in parentheses. A comma with nothing before or after it means the empty value.
    private SortedSet<String> values() throws InvalidSelectorException {
        Token open = tokens.take();
        if (!open.is("(")) {
            throw invalidRequirement("found '%s' expected: '('".formatted(open.literal()));
        }
        SortedSet<String> values = new TreeSet<>();
        boolean expectsValue = true;
        while (true) {
            Token token = tokens.take();
            if (token.is(")") || token.is(",")) {
                if (expectsValue) {
                    values.add("");
                }
                if (token.is(")")) {
                    return values;
                }
                expectsValue = true;
            } else if (token.isWord() && expectsValue) {
                values.add(token.literal());
                expectsValue = false;
            } else if (token.isWord()) {
                throw invalidRequirement("found '%s', expected: ',' or ')'".formatted(token.literal()));
            } else {
                String expected = values.isEmpty()
                        ? "',', ')' or identifier"
                        : expectsValue ? "',', or identifier" : "',' or ')'";
                throw invalidRequirement("found '%s', expected: %s".formatted(token.literal(), expected));
            }
        }
    }

    private static void check(List<String> violations, String field, String value) throws InvalidSelectorException {
        if (!violations.isEmpty()) {
            throw invalidRequirement(
                    "%s: Invalid value: %s: %s".formatted(field, GoQuote.of(value), String.join("; ", violations)));
        }
    }

    private static InvalidSelectorException invalidRequirement(String why) {
        return invalid("unable to parse requirement: " + why);
    }

    private static InvalidSelectorException invalid(String why) {
        return new InvalidSelectorException(why);
    }
}
