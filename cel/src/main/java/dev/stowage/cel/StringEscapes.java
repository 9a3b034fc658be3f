package dev.stowage.cel;

/// Escape sequences in a string literal.
final class StringEscapes {
    private StringEscapes() {}

    /// Appends the character that an escape sequence represents.
    ///
    /// @return the position after the escape sequence
    static int read(String text, int at, StringBuilder value) throws InvalidExpressionException {
        char letter = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        return switch (letter) {
            case 'a' -> one(value, 7, at);
            case 'b' -> one(value, '\b', at);
            case 'f' -> one(value, '\f', at);
            case 'n' -> one(value, '\n', at);
            case 'r' -> one(value, '\r', at);
            case 't' -> one(value, '\t', at);
            case 'v' -> one(value, 11, at);
            case '\\', '\'', '"', '`', '?' -> one(value, letter, at);
            case 'x', 'X' -> digits(text, at, 2, 2, 16, value);
            case 'u' -> digits(text, at, 2, 4, 16, value);
            case 'U' -> digits(text, at, 2, 8, 16, value);
            case '0', '1', '2', '3' -> digits(text, at, 1, 3, 8, value);
            default -> throw new InvalidExpressionException("unable to unescape string", text, at);
        };
    }

    private static int one(StringBuilder value, int character, int at) {
        value.appendCodePoint(character);
        return at + 2;
    }

    private static int digits(String text, int at, int skip, int count, int radix, StringBuilder value)
            throws InvalidExpressionException {
        int end = at + skip + count;
        try {
            int character = Integer.parseInt(text.substring(at + skip, end), radix);
            value.appendCodePoint(character);
            return end;
        } catch (IllegalArgumentException | IndexOutOfBoundsException _) {
            throw new InvalidExpressionException("unable to unescape string", text, at);
        }
    }
}
