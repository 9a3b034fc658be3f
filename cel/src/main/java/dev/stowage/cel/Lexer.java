package dev.stowage.cel;

import dev.stowage.cel.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/// Splits an expression into tokens.
final class Lexer {
    private static final List<String> SIGNS = List.of(
            "==", "!=", "<=", ">=", "&&", "||", ".?", "[?", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", ",",
            "(", ")", "[", "]", "{", "}");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String text) throws InvalidExpressionException {
        Lexer lexer = new Lexer(text);
        while (lexer.skip()) {
            lexer.next();
        }
        lexer.tokens.add(new Token(Kind.END, "<EOF>", "", text.length()));
        return lexer.tokens;
    }

    /// Advances to the next token; false at the end.
    private boolean skip() {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else {
                return true;
            }
        }
        return false;
    }

    private void next() throws InvalidExpressionException {
        char first = text.charAt(at);
        boolean number = isDigit(first) || (first == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)));
        if (number) {
            number();
        } else if (first == '"' || first == '\'') {
            text(at, false);
        } else if (isNameStart(first)) {
            word();
        } else {
            String sign = SIGNS.stream()
                    .filter(candidate -> text.startsWith(candidate, at))
                    .findFirst()
                    .orElseThrow(() -> problem("Syntax error: token recognition error at: '%c'".formatted(first), at));
            tokens.add(new Token(Kind.SIGN, sign, sign, at));
            at += sign.length();
        }
    }

    private void word() throws InvalidExpressionException {
        int start = at;
        while (at < text.length() && (isNameStart(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
        String word = text.substring(start, at);
        boolean quoted = at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
        if (quoted && word.equalsIgnoreCase("r")) {
            text(start, true);
        } else if (quoted) {
            throw problem("literals with the prefix '%s' are not supported".formatted(word), start);
        } else {
            switch (word) {
                case "true" -> literal(word, true, start);
                case "false" -> literal(word, false, start);
                case "null" -> literal(word, CelValues.NULL, start);
                default -> tokens.add(new Token(Kind.NAME, word, word, start));
            }
        }
    }

    private void literal(String word, Object value, int start) {
        tokens.add(new Token(Kind.LITERAL, word, value, start));
    }

    private void number() throws InvalidExpressionException {
        int start = at;
        boolean hexadecimal = text.startsWith("0x", at) || text.startsWith("0X", at);
        if (hexadecimal) {
            at += 2;
        }
        boolean real = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (hexadecimal ? Character.digit(c, 16) >= 0 : isDigit(c)) {
                at++;
            } else if (!hexadecimal && c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)) && !real) {
                real = true;
                at++;
            } else if (!hexadecimal && (c == 'e' || c == 'E')) {
                real = true;
                at++;
                if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                    at++;
                }
            } else {
                break;
            }
        }
        String digits = text.substring(start, at);
        boolean unsigned = !real && at < text.length() && (text.charAt(at) == 'u' || text.charAt(at) == 'U');
        if (unsigned) {
            at++;
        }
        try {
            Object value;
            if (real) {
                value = Double.parseDouble(digits);
            } else {
                // The smallest integer is written as a minus and this number; only the minus makes it valid.
                boolean smallest = digits.equals("9223372036854775808") && endsWithMinus();
                value = hexadecimal
                        ? Long.parseLong(digits.substring(2), 16)
                        : smallest ? Long.MIN_VALUE : Long.parseLong(digits);
            }
            literal(digits, value, start);
        } catch (NumberFormatException _) {
            throw problem("invalid int literal", start);
        }
    }

    private boolean endsWithMinus() {
        return !tokens.isEmpty() && tokens.getLast().is("-");
    }

    private void text(int start, boolean raw) throws InvalidExpressionException {
        char quote = text.charAt(at);
        String three = String.valueOf(quote).repeat(3);
        boolean block = text.startsWith(three, at);
        at += block ? 3 : 1;
        StringBuilder value = new StringBuilder();
        while (true) {
            if (at >= text.length() || (!block && text.charAt(at) == '\n')) {
                throw problem("Syntax error: token recognition error at: '%s'".formatted(text.substring(start)), start);
            }
            if (block ? text.startsWith(three, at) : text.charAt(at) == quote) {
                at += block ? 3 : 1;
                break;
            }
            if (text.charAt(at) == '\\' && !raw) {
                at = StringEscapes.read(text, at, value);
            } else {
                value.append(text.charAt(at++));
            }
        }
        literal(text.substring(start, at), value.toString(), start);
    }

    private InvalidExpressionException problem(String problem, int place) {
        return new InvalidExpressionException(problem, text, place);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
