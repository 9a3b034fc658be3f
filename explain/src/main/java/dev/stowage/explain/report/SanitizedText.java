package dev.stowage.explain.report;

/// Untrusted text, made safe for a terminal: bounded length, no control characters.
final class SanitizedText {
    private static final int LONGEST = 400;

    private SanitizedText() {}

    static String of(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), LONGEST) + 1);
        boolean blank = false;
        for (int i = 0; i < text.length(); i++) {
            if (line.length() >= LONGEST) {
                return line.append('…').toString();
            }
            char next = text.charAt(i);
            boolean space = Character.isWhitespace(next);
            if (space) {
                if (!blank) {
                    line.append(' ');
                }
            } else {
                line.append(isShown(next) ? next : '?');
            }
            blank = space;
        }
        return line.toString().strip();
    }

    /// Excludes control characters and characters that change the writing direction.
    private static boolean isShown(char letter) {
        return !Character.isISOControl(letter) && Character.getType(letter) != Character.FORMAT;
    }
}
