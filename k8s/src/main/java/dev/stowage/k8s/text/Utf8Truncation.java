package dev.stowage.k8s.text;

import java.nio.charset.StandardCharsets;

/// Shortens texts to the limits of the server. A truncated text is better than a rejected object.
public final class Utf8Truncation {

    private Utf8Truncation() {}

    /// The beginning of a text, at most that many bytes of UTF-8, with no character cut in half.
    public static String truncate(String text, int most) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        if (all.length <= most) {
            return text;
        }
        int end = most;
        // Bytes of the form 10xxxxxx continue the previous character.
        while (end > 0 && (all[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(all, 0, end, StandardCharsets.UTF_8);
    }
}
