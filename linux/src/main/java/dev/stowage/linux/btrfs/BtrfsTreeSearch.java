package dev.stowage.linux.btrfs;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Reads items of btrfs trees (TREE_SEARCH). Needs root.
final class BtrfsTreeSearch {
    static final long ROOT_TREE = 1;
    static final long QUOTA_TREE = 8;

    private static final long TREE_SEARCH = 0xD0009411L;
    private static final int SIZE = 4096;
    private static final int ITEMS = 104;
    private static final int HEADER = 32;
    private static final int FIRST_NUMBERS = 5;

    private BtrfsTreeSearch() {}

    /// @param numbers the first five 64-bit numbers of the item, 0 where it is shorter
    record Item(long offset, List<Long> numbers) {}

    /// The items of one object and type with offsets from `first` to `last`.
    static List<Item> items(Descriptor anywhere, long tree, long object, int type, long first, long last)
            throws LinuxException {
        List<Item> found = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            long from = first;
            while (true) {
                MemorySegment search = key(arena, tree, object, type, from, last);
                BtrfsIoctl.call(anywhere, TREE_SEARCH, search.address(), "search of tree " + tree, anywhere);
                int count = search.get(JAVA_INT_UNALIGNED, 64);
                long at = ITEMS;
                for (int i = 0; i < count; i++) {
                    found.add(item(search, at));
                    at += HEADER + search.get(JAVA_INT_UNALIGNED, at + 28);
                }
                if (count == 0 || found.getLast().offset() == last) {
                    return found;
                }
                from = found.getLast().offset() + 1;
            }
        }
    }

    private static MemorySegment key(Arena arena, long tree, long object, int type, long first, long last) {
        MemorySegment search = BtrfsIoctl.zeroed(arena, SIZE);
        search.set(JAVA_LONG_UNALIGNED, 0, tree);
        search.set(JAVA_LONG_UNALIGNED, 8, object);
        search.set(JAVA_LONG_UNALIGNED, 16, object);
        search.set(JAVA_LONG_UNALIGNED, 24, first);
        search.set(JAVA_LONG_UNALIGNED, 32, last);
        search.set(JAVA_LONG_UNALIGNED, 48, -1L);
        search.set(JAVA_INT_UNALIGNED, 56, type);
        search.set(JAVA_INT_UNALIGNED, 60, type);
        search.set(JAVA_INT_UNALIGNED, 64, Integer.MAX_VALUE);
        return search;
    }

    private static Item item(MemorySegment search, long at) {
        int length = search.get(JAVA_INT_UNALIGNED, at + 28);
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < FIRST_NUMBERS; i++) {
            numbers.add(length >= 8 * (i + 1) ? search.get(JAVA_LONG_UNALIGNED, at + HEADER + 8L * i) : 0);
        }
        return new Item(search.get(JAVA_LONG_UNALIGNED, at + 16), List.copyOf(numbers));
    }
}
