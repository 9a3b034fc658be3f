package dev.stowage.apiserver.pattern;

import java.util.ArrayList;
import java.util.List;

/// Reads the syntax that Go's regular expressions have: no references back, no looking around.
final class PatternParser {
    private static final int DEEPEST = 200;
    private static final int MOST_REPEATS = 1000;

    private final String text;
    private int at;
    private int depth;
    private boolean foldCase;
    private boolean lines;
    private boolean dotAll;

    PatternParser(String text) {
        this.text = text;
    }

    Piece parse() throws InvalidPatternException {
        Piece piece = choice();
        if (at < text.length()) {
            throw problem("unexpected )", text);
        }
        return piece;
    }

    private Piece choice() throws InvalidPatternException {
        if (++depth > DEEPEST) {
            throw problem("expression nests too deeply", text.length() > 40 ? text.substring(0, 40) : text);
        }
        List<Piece> options = new ArrayList<>();
        options.add(sequence());
        while (at < text.length() && text.charAt(at) == '|') {
            at++;
            options.add(sequence());
        }
        depth--;
        return options.size() == 1 ? options.getFirst() : new Piece.Choice(options);
    }

    private Piece sequence() throws InvalidPatternException {
        List<Piece> parts = new ArrayList<>();
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            int start = at;
            Piece atom = atom();
            parts.add(repeated(atom, start));
        }
        return parts.size() == 1 ? parts.getFirst() : new Piece.Sequence(parts);
    }

    private Piece repeated(Piece atom, int start) throws InvalidPatternException {
        Piece piece = atom;
        int repeats = 0;
        while (at < text.length()) {
            int from = at;
            int[] bounds = bounds();
            if (bounds.length == 0) {
                break;
            }
            if (++repeats > 1) {
                throw problem("invalid nested repetition operator", text.substring(start, at));
            }
            if (at < text.length() && text.charAt(at) == '?') {
                // Preferring few repetitions changes what is captured, never whether there is a match.
                at++;
            }
            if (bounds[0] > MOST_REPEATS || bounds[1] > MOST_REPEATS || (bounds[1] >= 0 && bounds[0] > bounds[1])) {
                throw problem("invalid repeat count", text.substring(from, at));
            }
            piece = new Piece.Repeat(piece, bounds[0], bounds[1]);
        }
        return piece;
    }

    /// The numbers of a repetition that stands here, or none.
    private int[] bounds() {
        return switch (text.charAt(at)) {
            case '*' -> behind(1, new int[] {0, -1});
            case '+' -> behind(1, new int[] {1, -1});
            case '?' -> behind(1, new int[] {0, 1});
            case '{' -> counted();
            default -> new int[0];
        };
    }

    private <T> T behind(int characters, T result) {
        at += characters;
        return result;
    }

    /// Braces that hold no numbers are ordinary characters.
    private int[] counted() {
        int end = text.indexOf('}', at);
        if (end < 0 || end - at > 12) {
            return new int[0];
        }
        String[] numbers = text.substring(at + 1, end).split(",", -1);
        if (numbers.length > 2 || !isNumber(numbers[0])) {
            return new int[0];
        }
        int least = Integer.parseInt(numbers[0]);
        int most = least;
        if (numbers.length == 2) {
            if (!numbers[1].isEmpty() && !isNumber(numbers[1])) {
                return new int[0];
            }
            most = numbers[1].isEmpty() ? -1 : Integer.parseInt(numbers[1]);
        }
        at = end + 1;
        return new int[] {least, most};
    }

    private static boolean isNumber(String digits) {
        return !digits.isEmpty() && digits.length() <= 9 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private Piece atom() throws InvalidPatternException {
        int character = text.codePointAt(at);
        return switch (character) {
            case '(' -> group();
            case '[' -> new Piece.One(fold(new BracketParser(text, at, end -> at = end).parse()));
            case '.' -> behind(1, new Piece.One(dotAll ? CharSet.ANY : CharSet.NO_NEWLINE));
            case '^' -> behind(1, new Piece.At(lines ? Piece.Place.LINE_START : Piece.Place.TEXT_START));
            case '$' -> behind(1, new Piece.At(lines ? Piece.Place.LINE_END : Piece.Place.TEXT_END));
            case '*', '+', '?' -> throw problem("missing argument to repetition operator", text.substring(at, at + 1));
            case '\\' -> escape();
            default -> behind(Character.charCount(character), literal(character));
        };
    }

    private Piece literal(int character) {
        return new Piece.One(fold(CharSet.range(character, character)));
    }

    private CharSet fold(CharSet set) {
        return foldCase ? set.folded() : set;
    }

    private Piece escape() throws InvalidPatternException {
        if (at + 1 >= text.length()) {
            throw problem("trailing backslash at end of expression", "");
        }
        return switch (text.charAt(at + 1)) {
            case 'A' -> behind(2, new Piece.At(Piece.Place.TEXT_START));
            case 'z' -> behind(2, new Piece.At(Piece.Place.TEXT_END));
            case 'b' -> behind(2, new Piece.At(Piece.Place.WORD_EDGE));
            case 'B' -> behind(2, new Piece.At(Piece.Place.NO_WORD_EDGE));
            case 'Q' -> quoted();
            default -> {
                Escape escape = Escape.read(text, at);
                at = escape.end();
                yield new Piece.One(fold(escape.set()));
            }
        };
    }

    private Piece quoted() {
        int end = text.indexOf("\\E", at);
        String quoted = text.substring(at + 2, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end + 2;
        return new Piece.Sequence(quoted.codePoints().mapToObj(this::literal).toList());
    }

    private Piece group() throws InvalidPatternException {
        int start = at;
        at++;
        boolean foldBefore = foldCase;
        boolean linesBefore = lines;
        boolean dotBefore = dotAll;
        if (text.startsWith("?", at)) {
            if (flagsOnly(start)) {
                return new Piece.Nothing();
            }
        }
        Piece body = choice();
        if (at >= text.length()) {
            throw problem("missing closing )", text);
        }
        at++;
        foldCase = foldBefore;
        lines = linesBefore;
        dotAll = dotBefore;
        return body;
    }

    /// Reads what is behind `(?`. True when that is all of the group, and holds for what follows it.
    private boolean flagsOnly(int start) throws InvalidPatternException {
        at++;
        if (text.startsWith("P<", at) || text.startsWith("<", at)) {
            int end = text.indexOf('>', at);
            String name = end < 0 ? "" : text.substring(text.indexOf('<', at) + 1, end);
            if (name.isEmpty() || !name.chars().allMatch(CharSet::isWord)) {
                throw problem("invalid named capture", text.substring(start, end < 0 ? text.length() : end + 1));
            }
            at = end + 1;
            return false;
        }
        boolean on = true;
        while (at < text.length()) {
            char flag = text.charAt(at++);
            switch (flag) {
                case 'i' -> foldCase = on;
                case 'm' -> lines = on;
                case 's' -> dotAll = on;
                case 'U' -> {}
                case '-' -> on = false;
                case ':' -> {
                    return false;
                }
                case ')' -> {
                    return true;
                }
                default ->
                    throw problem("invalid or unsupported Perl syntax", text.substring(start, Math.min(at, start + 3)));
            }
        }
        throw problem("missing closing )", text);
    }

    private static InvalidPatternException problem(String problem, String part) {
        return new InvalidPatternException(problem, part);
    }
}
