package dev.stowage.apiserver.selectors;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.resource.NameSpelling;
import dev.stowage.apiserver.selectors.LabelSelector.Operator;
import dev.stowage.apiserver.selectors.LabelSelector.Requirement;
import dev.stowage.apiserver.selectors.LabelSelectorLexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Reads a label selector. What is wrong is told in the words of Kubernetes, which tests of clients look for.
final class LabelSelectorParser {
    private final LabelSelectorLexer tokens;

    LabelSelectorParser(String text) {
        this.tokens = new LabelSelectorLexer(text);
    }

    List<Requirement> parse() throws ApiException {
        List<Requirement> requirements = new ArrayList<>();
        while (true) {
            Token first = tokens.peek();
            if (first.equals(Token.END)) {
                return requirements;
            }
            if (!first.isWord() && !first.is("!")) {
                throw wrong("found '%s', expected: !, identifier, or 'end of string'".formatted(first.literal()));
            }
            requirements.add(requirement());
            Token separator = tokens.take();
            if (separator.equals(Token.END)) {
                return requirements;
            }
            if (!separator.is(",")) {
                throw wrong("found '%s', expected: ',' or 'end of string'".formatted(separator.literal()));
            }
            Token after = tokens.peek();
            if (!after.isWord() && !after.is("!")) {
                throw wrong("found '%s', expected: identifier after ','".formatted(after.literal()));
            }
        }
    }

    private Requirement requirement() throws ApiException {
        boolean missing = tokens.peek().is("!");
        if (missing) {
            tokens.take();
        }
        Token key = tokens.take();
        if (!key.isWord()) {
            throw broken("found '%s', expected: identifier".formatted(key.literal()));
        }
        check(NameSpelling.qualifiedName(key.literal()), "<nil>", key.literal());
        if (missing) {
            return new Requirement(key.literal(), Operator.MISSING, List.of());
        }
        if (tokens.peek().equals(Token.END) || tokens.peek().is(",")) {
            return new Requirement(key.literal(), Operator.EXISTS, List.of());
        }
        Token operator = tokens.take();
        return switch (operator.literal()) {
            case "=", "==" -> compared(key.literal(), Operator.IN, exactValue());
            case "!=" -> compared(key.literal(), Operator.NOT_IN, exactValue());
            case "in" -> compared(key.literal(), Operator.IN, values());
            case "notin" -> compared(key.literal(), Operator.NOT_IN, values());
            case ">" -> compared(key.literal(), Operator.GREATER, exactValue());
            case "<" -> compared(key.literal(), Operator.LESS, exactValue());
            default -> throw broken("found '%s', expected: in, notin, =, ==, !=, gt, lt".formatted(operator.literal()));
        };
    }

    private static Requirement compared(String key, Operator operator, SortedSet<String> values) throws ApiException {
        int index = 0;
        for (String value : values) {
            if ((operator == Operator.GREATER || operator == Operator.LESS) && !value.matches("[+-]?[0-9]{1,18}")) {
                throw broken("values[%d]: Invalid value: %s: for 'Gt', 'Lt' operators, the value must be an integer"
                        .formatted(index, FieldErrors.quoted(value)));
            }
            check(NameSpelling.labelValue(value), "values[%d][%s]".formatted(index, key), value);
            index++;
        }
        return new Requirement(key, operator, List.copyOf(values));
    }

    private SortedSet<String> exactValue() throws ApiException {
        Token token = tokens.peek();
        if (token.equals(Token.END) || token.is(",")) {
            return one("");
        }
        tokens.take();
        if (!token.isWord()) {
            throw broken("found '%s', expected: identifier".formatted(token.literal()));
        }
        return one(token.literal());
    }

    private static SortedSet<String> one(String value) {
        return new TreeSet<>(List.of(value));
    }

    /// The part in brackets. A comma with nothing before or behind it means the empty value.
    private SortedSet<String> values() throws ApiException {
        Token open = tokens.take();
        if (!open.is("(")) {
            throw broken("found '%s' expected: '('".formatted(open.literal()));
        }
        SortedSet<String> values = new TreeSet<>();
        boolean wanted = true;
        while (true) {
            Token token = tokens.take();
            if (token.is(")") || token.is(",")) {
                if (wanted) {
                    values.add("");
                }
                if (token.is(")")) {
                    return values;
                }
                wanted = true;
            } else if (token.isWord() && wanted) {
                values.add(token.literal());
                wanted = false;
            } else if (token.isWord()) {
                throw broken("found '%s', expected: ',' or ')'".formatted(token.literal()));
            } else {
                String expected =
                        values.isEmpty() ? "',', ')' or identifier" : wanted ? "',', or identifier" : "',' or ')'";
                throw broken("found '%s', expected: %s".formatted(token.literal(), expected));
            }
        }
    }

    private static void check(List<String> mistakes, String field, String value) throws ApiException {
        if (!mistakes.isEmpty()) {
            throw broken("%s: Invalid value: %s: %s"
                    .formatted(field, FieldErrors.quoted(value), String.join("; ", mistakes)));
        }
    }

    private static ApiException broken(String told) {
        return wrong("unable to parse requirement: " + told);
    }

    private static ApiException wrong(String told) {
        return ApiException.badRequest(told);
    }
}
