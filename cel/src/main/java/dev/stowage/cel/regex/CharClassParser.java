package dev.stowage.cel.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/// Parses a character class in brackets, such as `[^a-z\d[:space:]]`.
final class CharClassParser {
    private final String text;
    private final int start;
    private final IntConsumer end;
    private final int lastPosix;
    private int at;

    /// @param lastPosix the last `:]` in the text; without it, each of many brackets would cause a search to the end
    /// @param end gets the position at which the class ends
    CharClassParser(String text, int start, int lastPosix, IntConsumer end) {
        this.text = text;
        this.start = start;
        this.end = end;
        this.at = start + 1;
        this.lastPosix = lastPosix;
    }

    CharSet parse() throws InvalidRegexException {
        boolean negated = text.startsWith("^", at);
        if (negated) {
            at++;
        }
        List<CharSet> sets = new ArrayList<>();
        boolean first = true;
        while (first || !text.startsWith("]", at)) {
            if (at >= text.length()) {
                throw new InvalidRegexException("missing closing ]", text.substring(start));
            }
            first = false;
            sets.add(next());
        }
        end.accept(at + 1);
        CharSet all = CharSet.union(sets);
        return negated ? all.not() : all;
    }

    private CharSet next() throws InvalidRegexException {
        if (at < lastPosix && text.startsWith("[:", at)) {
            int close = text.indexOf(":]", at + 2);
            if (close >= 0) {
                String part = text.substring(at, close + 2);
                CharSet set = CharSet.posix(text.substring(at + 2, close), part);
                at = close + 2;
                return set;
            }
        }
        int from = at;
        RegexEscape low = character();
        if (low.character() < 0 || !text.startsWith("-", at) || text.startsWith("-]", at)) {
            return low.set();
        }
        at++;
        if (at >= text.length()) {
            throw new InvalidRegexException("missing closing ]", text.substring(start));
        }
        RegexEscape high = character();
        if (high.character() < low.character()) {
            throw new InvalidRegexException("invalid character class range", text.substring(from, at));
        }
        return CharSet.range(low.character(), high.character());
    }

    private RegexEscape character() throws InvalidRegexException {
        if (text.charAt(at) == '\\') {
            RegexEscape regexEscape = RegexEscape.read(text, at);
            at = regexEscape.end();
            return regexEscape;
        }
        int character = text.codePointAt(at);
        at += Character.charCount(character);
        return new RegexEscape(CharSet.range(character, character), character, at);
    }
}
