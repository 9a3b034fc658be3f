package dev.stowage.k8s.text;

/// Text in double quotes, with escapes, as Go's `%q` has it.
public final class GoQuote {

    private GoQuote() {}

    public static String of(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> append(quoted, point));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int point) {
        switch (point) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
                if (Character.isISOControl(point)) {
                    quoted.append("\\x%02x".formatted(point));
                } else {
                    quoted.appendCodePoint(point);
                }
            }
        }
    }
}
