package dev.stowage.apiserver.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/// Reads a class in brackets, such as `[^a-z\d[:space:]]`.
final class BracketParser {
    private final String text;
    private final int start;
    private final IntConsumer end;
    private int at;

    /// @param end is told where the class ends
    BracketParser(String text, int start, IntConsumer end) {
        this.text = text;
        this.start = start;
        this.end = end;
        this.at = start + 1;
    }

    CharSet parse() throws InvalidPatternException {
        boolean negated = text.startsWith("^", at);
        if (negated) {
            at++;
        }
        List<CharSet> sets = new ArrayList<>();
        boolean first = true;
        while (first || !text.startsWith("]", at)) {
            if (at >= text.length()) {
                throw new InvalidPatternException("missing closing ]", text.substring(start));
            }
            first = false;
            sets.add(next());
        }
        end.accept(at + 1);
        CharSet all = CharSet.union(sets);
        return negated ? all.not() : all;
    }

    private CharSet next() throws InvalidPatternException {
        if (text.startsWith("[:", at)) {
            int close = text.indexOf(":]", at + 2);
            if (close >= 0) {
                String part = text.substring(at, close + 2);
                CharSet set = CharSet.posix(text.substring(at + 2, close), part);
                at = close + 2;
                return set;
            }
        }
        int from = at;
        Escape low = character();
        if (low.character() < 0 || !text.startsWith("-", at) || text.startsWith("-]", at)) {
            return low.set();
        }
        at++;
        if (at >= text.length()) {
            throw new InvalidPatternException("missing closing ]", text.substring(start));
        }
        Escape high = character();
        if (high.character() < low.character()) {
            throw new InvalidPatternException("invalid character class range", text.substring(from, at));
        }
        return CharSet.range(low.character(), high.character());
    }

    private Escape character() throws InvalidPatternException {
        if (text.charAt(at) == '\\') {
            Escape escape = Escape.read(text, at);
            at = escape.end();
            return escape;
        }
        int character = text.codePointAt(at);
        at += Character.charCount(character);
        return new Escape(CharSet.range(character, character), character, at);
    }
}
