package dev.stowage.image.debian;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The dynamic dependencies of a program or library.
///
/// @param needed names of libraries
/// @param loader the path of the program that loads it; libraries have none
record ElfFile(List<String> needed, Optional<String> loader) {
    private static final int MAGIC = 0x464c457f;
    private static final int LOAD = 1;
    private static final int DYNAMIC = 2;
    private static final int INTERPRETER = 3;
    private static final int NEEDED = 1;
    private static final int STRINGS = 5;

    ElfFile {
        needed = List.copyOf(needed);
    }

    private record Segment(int type, long offset, long address, long size) {}

    /// Empty for a file that is not a 64-bit little-endian program.
    static Optional<ElfFile> read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            if (channel.size() < 64) {
                return Optional.empty();
            }
            ByteBuffer all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
                    .order(ByteOrder.LITTLE_ENDIAN);
            if (all.getInt(0) != MAGIC || all.get(4) != 2 || all.get(5) != 1) {
                return Optional.empty();
            }
            return Optional.of(of(all));
        } catch (IndexOutOfBoundsException e) {
            throw new IOException(file + " is not a valid ELF file", e);
        }
    }

    private static ElfFile of(ByteBuffer all) {
        List<Segment> segments = new ArrayList<>();
        int table = (int) all.getLong(32);
        int length = Short.toUnsignedInt(all.getShort(54));
        int count = Short.toUnsignedInt(all.getShort(56));
        for (int i = 0; i < count; i++) {
            int at = table + i * length;
            segments.add(new Segment(all.getInt(at), all.getLong(at + 8), all.getLong(at + 16), all.getLong(at + 32)));
        }
        Optional<String> loader = first(segments, INTERPRETER).map(segment -> text(all, segment.offset()));
        List<String> needed = first(segments, DYNAMIC)
                .map(segment -> needed(all, segments, segment))
                .orElse(List.of());
        return new ElfFile(needed, loader);
    }

    private static Optional<Segment> first(List<Segment> segments, int type) {
        return segments.stream().filter(segment -> segment.type() == type).findFirst();
    }

    private static List<String> needed(ByteBuffer all, List<Segment> segments, Segment dynamic) {
        List<Long> names = new ArrayList<>();
        long strings = 0;
        for (long at = dynamic.offset(); at < dynamic.offset() + dynamic.size(); at += 16) {
            long tag = all.getLong((int) at);
            long value = all.getLong((int) at + 8);
            if (tag == NEEDED) {
                names.add(value);
            } else if (tag == STRINGS) {
                strings = inFile(segments, value);
            } else if (tag == 0) {
                break;
            }
        }
        List<String> needed = new ArrayList<>();
        for (long name : names) {
            needed.add(text(all, strings + name));
        }
        return needed;
    }

    /// Converts a memory address to a file offset.
    private static long inFile(List<Segment> segments, long address) {
        return segments.stream()
                .filter(segment -> segment.type() == LOAD
                        && address >= segment.address()
                        && address < segment.address() + segment.size())
                .mapToLong(segment -> address - segment.address() + segment.offset())
                .findFirst()
                .orElse(address);
    }

    private static String text(ByteBuffer all, long from) {
        int end = (int) from;
        while (all.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - (int) from];
        all.get((int) from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
