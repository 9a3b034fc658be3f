package dev.stowage.k8s.text;

/// Text in double quotes with escapes, as `strconv.Quote` and `%q` of Go write it.
public final class GoQuote {
    private GoQuote() {}

    public static String of(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> append(quoted, point));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int point) {
        switch (point) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case 7 -> quoted.append("\\a");
            case '\b' -> quoted.append("\\b");
            case '\f' -> quoted.append("\\f");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            case 11 -> quoted.append("\\v");
            default -> {
                if (isPrinted(point)) {
                    quoted.appendCodePoint(point);
                } else if (point < ' ' || point == 0x7f) {
                    quoted.append("\\x%02x".formatted(point));
                } else if (point > 0xffff) {
                    quoted.append("\\U%08x".formatted(point));
                } else {
                    quoted.append("\\u%04x".formatted(point));
                }
            }
        }
    }

    private static boolean isPrinted(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> point == ' ';
            default -> true;
        };
    }
}
