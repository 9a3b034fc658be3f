package dev.stowage.k8s;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The tokens of a label selector.
final class LabelSelectorLexer {
    private static final String SYMBOLS = "=!(),><";
    private static final Set<String> OPERATORS = Set.of(")", ",", "!", "==", "=", ">", "<", "!=", "(");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int position;
    private int next;

    LabelSelectorLexer(String text) {
        this.text = text;
        while (position < text.length()) {
            char c = text.charAt(position);
            if (isBlank(c)) {
                position++;
            } else if (SYMBOLS.indexOf(c) >= 0) {
                symbol();
            } else {
                word();
            }
        }
    }

    /// @param literal what was written; the empty string at the end
    record Token(Type type, String literal) {
        static final Token END = new Token(Type.END, "");

        boolean is(String symbol) {
            return type == Type.SYMBOL && literal.equals(symbol);
        }

        boolean isWord() {
            return type == Type.WORD;
        }
    }

    enum Type {
        WORD,
        SYMBOL,
        END
    }

    Token peek() {
        return next < tokens.size() ? tokens.get(next) : Token.END;
    }

    Token take() {
        Token token = peek();
        next++;
        return token;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private void word() {
        int start = position;
        while (position < text.length()
                && !isBlank(text.charAt(position))
                && SYMBOLS.indexOf(text.charAt(position)) < 0) {
            position++;
        }
        tokens.add(new Token(Type.WORD, text.substring(start, position)));
    }

    /// The longest operator that starts here.
    private void symbol() {
        for (int length = 2; length > 0; length--) {
            int end = position + length;
            if (end <= text.length() && OPERATORS.contains(text.substring(position, end))) {
                tokens.add(new Token(Type.SYMBOL, text.substring(position, end)));
                position = end;
                return;
            }
        }
        throw new IllegalStateException("each symbol is an operator by itself");
    }
}
