package dev.stowage.driver.files;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Names and paths one behind another, one byte per character. They are outside of the heap: that of a driver is
/// smaller than what a volume may have of them. Not thread-safe.
final class TextStack implements AutoCloseable {

    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    private static final long SMALLEST = 64 << 10;

    private Arena arena = Arena.ofShared();
    private MemorySegment bytes = MemorySegment.NULL;
    private long end;

    /// Where the next text begins.
    long end() {
        return end;
    }

    /// What a text takes.
    static long length(String text) {
        return text.length() + 1L;
    }

    /// @param text without a zero byte, which ends it
    /// @return where it begins
    long add(String text) {
        long begin = end;
        if (bytes.byteSize() - end < length(text)) {
            grow(Math.max(SMALLEST, 2 * (end + length(text))));
        }
        bytes.setString(begin, text, BYTES);
        end = begin + length(text);
        return begin;
    }

    private void grow(long size) {
        Arena larger = Arena.ofShared();
        MemorySegment more = larger.allocate(size);
        more.copyFrom(bytes.asSlice(0, end));
        arena.close();
        arena = larger;
        bytes = more;
    }

    /// @param begin of a text
    String get(long begin) {
        return bytes.getString(begin, BYTES);
    }

    /// Removes all texts from here on.
    void truncate(long begin) {
        end = Math.min(end, begin);
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
