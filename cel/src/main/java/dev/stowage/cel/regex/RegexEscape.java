package dev.stowage.cel.regex;

/// An escape sequence, inside or outside of brackets.
///
/// @param character if it is a single one, otherwise -1
/// @param end the position after it
record RegexEscape(CharSet set, int character, int end) {

    static RegexEscape read(String text, int at) throws InvalidRegexException {
        if (at + 1 >= text.length()) {
            throw new InvalidRegexException("trailing backslash at end of expression", "");
        }
        int letter = text.codePointAt(at + 1);
        return switch (letter) {
            case 'd', 'D', 's', 'S', 'w', 'W' -> new RegexEscape(CharSet.perl((char) letter), -1, at + 2);
            case 'p', 'P' -> unicode(text, at);
            case 'a' -> one(7, at + 2);
            case 'f' -> one('\f', at + 2);
            case 'n' -> one('\n', at + 2);
            case 'r' -> one('\r', at + 2);
            case 't' -> one('\t', at + 2);
            case 'v' -> one(11, at + 2);
            case 'x' -> hexadecimal(text, at);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(text, at);
            default -> {
                int end = at + 1 + Character.charCount(letter);
                if (letter >= 128 || CharSet.isWord(letter)) {
                    throw new InvalidRegexException("invalid escape sequence", text.substring(at, end));
                }
                yield one(letter, end);
            }
        };
    }

    private static RegexEscape one(int character, int end) {
        return new RegexEscape(CharSet.range(character, character), character, end);
    }

    private static RegexEscape octal(String text, int at) throws InvalidRegexException {
        int end = at + 1;
        int value = 0;
        while (end < text.length() && end < at + 4 && text.charAt(end) >= '0' && text.charAt(end) <= '7') {
            value = value * 8 + text.charAt(end) - '0';
            end++;
        }
        // A single digit other than zero would refer back to a group.
        if (end == at + 2 && value != 0) {
            throw new InvalidRegexException("invalid escape sequence", text.substring(at, end));
        }
        return one(value, end);
    }

    private static RegexEscape hexadecimal(String text, int at) throws InvalidRegexException {
        boolean braces = text.startsWith("{", at + 2);
        int from = braces ? at + 3 : at + 2;
        int end = braces ? text.indexOf('}', from) : from + 2;
        if (end < 0 || end > text.length()) {
            throw new InvalidRegexException("invalid escape sequence", text.substring(at));
        }
        String digits = text.substring(from, end);
        int behind = braces ? end + 1 : end;
        if (digits.isEmpty() || digits.length() > 6 || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            throw new InvalidRegexException("invalid escape sequence", text.substring(at, behind));
        }
        return one(Integer.parseInt(digits, 16), behind);
    }

    private static RegexEscape unicode(String text, int at) throws InvalidRegexException {
        if (at + 2 >= text.length()) {
            throw new InvalidRegexException("invalid character class range", text.substring(at));
        }
        boolean braces = text.charAt(at + 2) == '{';
        int end = braces ? text.indexOf('}', at) : at + 3;
        if (end < 0) {
            throw new InvalidRegexException("invalid character class range", text.substring(at));
        }
        String name = text.substring(braces ? at + 3 : at + 2, end);
        int behind = braces ? end + 1 : end;
        boolean negated = text.charAt(at + 1) == 'P' ^ name.startsWith("^");
        String plain = name.startsWith("^") ? name.substring(1) : name;
        CharSet set = CharSet.unicode(plain, text.substring(at, behind));
        return new RegexEscape(negated ? set.not() : set, -1, behind);
    }
}
