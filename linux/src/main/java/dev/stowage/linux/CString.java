package dev.stowage.linux;

import java.lang.foreign.Arena;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A NUL-terminated string. Its address is valid for as long as the arena is open.
public final class CString {
    private CString() {}

    public static long of(Arena arena, String text) {
        return of(arena, text, StandardCharsets.UTF_8);
    }

    /// Encodes names from the kernel as ISO 8859-1, so that bytes that are not valid UTF-8 are preserved.
    public static long of(Arena arena, String text, Charset charset) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A string for the kernel contains a NUL character.");
        }
        return arena.allocateFrom(text, charset).address();
    }

    public static long orNull(Arena arena, @Nullable String text) {
        return text == null ? 0 : of(arena, text);
    }
}
