package dev.stowage.k8s.validation;

import java.nio.charset.StandardCharsets;

/// Messages that several rules share.
public final class ValidationMessages {
    private ValidationMessages() {}

    static String mostCharacters(int most) {
        return "must be no more than %d characters".formatted(most);
    }

    static String mostBytes(int most) {
        return "must be no more than %d bytes".formatted(most);
    }

    static String pattern(String sentence, String pattern, String... examples) {
        StringBuilder text = new StringBuilder(sentence).append(" (");
        for (int i = 0; i < examples.length; i++) {
            text.append(i == 0 ? "e.g. '" : " or '").append(examples[i]).append("', ");
        }
        return text.append("regex used for validation is '")
                .append(pattern)
                .append("')")
                .toString();
    }

    /// Lengths are counted in bytes, although the message says characters.
    public static int length(String text) {
        int chars = text.length();
        for (int i = 0; i < chars; i++) {
            if (text.charAt(i) > 0x7f) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return chars;
    }
}
