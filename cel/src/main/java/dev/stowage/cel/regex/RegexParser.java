package dev.stowage.cel.regex;

import java.util.ArrayList;
import java.util.List;

/// Parses Go's regular expression syntax: no back-references, no look-around.
final class RegexParser {
    private static final int DEEPEST = 200;
    private static final int MOST_REPEATS = 1000;
    /// Of the text in braces, with the opening one.
    private static final int LONGEST_COUNT = 13;

    private final String text;
    private final int lastPosix;
    private int at;
    private int depth;
    private int atoms;
    private boolean foldCase;
    private boolean lines;
    private boolean dotAll;

    RegexParser(String text) {
        this.text = text;
        this.lastPosix = text.lastIndexOf(":]");
    }

    RegexNode parse() throws InvalidRegexException {
        RegexNode regexNode = choice();
        if (at < text.length()) {
            throw problem("unexpected )", text);
        }
        return regexNode;
    }

    private RegexNode choice() throws InvalidRegexException {
        if (++depth > DEEPEST) {
            throw problem("expression nests too deeply", text.length() > 40 ? text.substring(0, 40) : text);
        }
        List<RegexNode> options = new ArrayList<>();
        options.add(sequence());
        while (at < text.length() && text.charAt(at) == '|') {
            at++;
            options.add(sequence());
        }
        depth--;
        return options.size() == 1 ? options.getFirst() : new RegexNode.Choice(options);
    }

    private RegexNode sequence() throws InvalidRegexException {
        List<RegexNode> parts = new ArrayList<>();
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            int start = at;
            RegexNode atom = atom();
            parts.add(repeated(atom, start));
        }
        return parts.size() == 1 ? parts.getFirst() : new RegexNode.Sequence(parts);
    }

    private RegexNode repeated(RegexNode atom, int start) throws InvalidRegexException {
        RegexNode regexNode = atom;
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
                // A lazy repetition changes what is captured, never whether there is a match.
                at++;
            }
            if (bounds[0] > MOST_REPEATS || bounds[1] > MOST_REPEATS || (bounds[1] >= 0 && bounds[0] > bounds[1])) {
                throw problem("invalid repeat count", text.substring(from, at));
            }
            regexNode = new RegexNode.Repeat(regexNode, bounds[0], bounds[1]);
            boolean counts = bounds[0] > 1 || bounds[1] > 1;
            if (counts && !isRepeatable(regexNode, MOST_REPEATS)) {
                throw problem("invalid repeat count", text.substring(from, at));
            }
        }
        return regexNode;
    }

    /// As in Go, repetitions inside each other repeat a part at most a thousand times, also a part that matches
    /// nothing.
    ///
    /// @param most how often the node may be repeated
    private static boolean isRepeatable(RegexNode node, int most) {
        return switch (node) {
            case RegexNode.Nothing _, RegexNode.One _, RegexNode.At _ -> true;
            case RegexNode.Sequence sequence -> sequence.parts().stream().allMatch(part -> isRepeatable(part, most));
            case RegexNode.Choice choice -> choice.options().stream().allMatch(option -> isRepeatable(option, most));
            case RegexNode.Repeat repeat -> {
                int times = repeat.most() < 0 ? repeat.least() : repeat.most();
                yield repeat.most() == 0
                        || (times <= most && isRepeatable(repeat.body(), times > 0 ? most / times : most));
            }
        };
    }

    /// The numbers of a repetition here, or none.
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

    /// Braces without numbers are ordinary characters.
    private int[] counted() {
        int end = text.indexOf('}', at, Math.min(at + LONGEST_COUNT, text.length()));
        if (end < 0) {
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

    private RegexNode atom() throws InvalidRegexException {
        count(1);
        int character = text.codePointAt(at);
        return switch (character) {
            case '(' -> group();
            case '[' -> new RegexNode.One(fold(new CharClassParser(text, at, lastPosix, end -> at = end).parse()));
            case '.' -> behind(1, new RegexNode.One(dotAll ? CharSet.ANY : CharSet.NO_NEWLINE));
            case '^' -> behind(1, new RegexNode.At(lines ? RegexNode.Place.LINE_START : RegexNode.Place.TEXT_START));
            case '$' -> behind(1, new RegexNode.At(lines ? RegexNode.Place.LINE_END : RegexNode.Place.TEXT_END));
            case '*', '+', '?' -> throw problem("missing argument to repetition operator", text.substring(at, at + 1));
            case '\\' -> escape();
            default -> behind(Character.charCount(character), literal(character));
        };
    }

    /// More could not be compiled, and would only fill the memory.
    private void count(int more) throws InvalidRegexException {
        atoms += more;
        if (atoms > RegexProgram.MOST) {
            throw RegexProgram.tooLarge(text);
        }
    }

    private RegexNode literal(int character) {
        return new RegexNode.One(fold(CharSet.range(character, character)));
    }

    private CharSet fold(CharSet set) {
        return foldCase ? set.folded() : set;
    }

    private RegexNode escape() throws InvalidRegexException {
        if (at + 1 >= text.length()) {
            throw problem("trailing backslash at end of expression", "");
        }
        return switch (text.charAt(at + 1)) {
            case 'A' -> behind(2, new RegexNode.At(RegexNode.Place.TEXT_START));
            case 'z' -> behind(2, new RegexNode.At(RegexNode.Place.TEXT_END));
            case 'b' -> behind(2, new RegexNode.At(RegexNode.Place.WORD_EDGE));
            case 'B' -> behind(2, new RegexNode.At(RegexNode.Place.NO_WORD_EDGE));
            case 'Q' -> quoted();
            default -> {
                RegexEscape regexEscape = RegexEscape.read(text, at);
                at = regexEscape.end();
                yield new RegexNode.One(fold(regexEscape.set()));
            }
        };
    }

    private RegexNode quoted() throws InvalidRegexException {
        int end = text.indexOf("\\E", at);
        String quoted = text.substring(at + 2, end < 0 ? text.length() : end);
        count(quoted.length());
        at = end < 0 ? text.length() : end + 2;
        return new RegexNode.Sequence(
                quoted.codePoints().mapToObj(this::literal).toList());
    }

    private RegexNode group() throws InvalidRegexException {
        int start = at;
        at++;
        boolean foldBefore = foldCase;
        boolean linesBefore = lines;
        boolean dotBefore = dotAll;
        if (text.startsWith("?", at)) {
            if (flagsOnly(start)) {
                return new RegexNode.Nothing();
            }
        }
        RegexNode body = choice();
        if (at >= text.length()) {
            throw problem("missing closing )", text);
        }
        at++;
        foldCase = foldBefore;
        lines = linesBefore;
        dotAll = dotBefore;
        return body;
    }

    /// Reads what follows `(?`. True when the group holds only flags, which then apply to what follows the group.
    private boolean flagsOnly(int start) throws InvalidRegexException {
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

    private static InvalidRegexException problem(String problem, String part) {
        return new InvalidRegexException(problem, part);
    }
}
