package dev.stowage.linux.btrfs;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.stowage.linux.Descriptor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The inodes of a subvolume that a transaction has changed since another one. Each change of a file, of its data or
/// its attributes, leaves the number of its transaction in the inode. Needs root.
public final class BtrfsInodes {

    private static final long TREE_SEARCH_V2 = 0xC0709411L;
    private static final int KEY = 112;
    private static final int BUFFER = 256 << 10;
    private static final int HEADER = 32;
    private static final int INODE_ITEM = 1;
    private static final int SHORTEST_ITEM = 160;

    /// As many as memory is for. Where more have changed, nothing is known of any.
    private static final int MOST = 1 << 20;

    private final long[] numbers;
    private final boolean isKnown;

    private BtrfsInodes(long[] numbers, boolean isKnown) {
        this.numbers = numbers;
        this.isKnown = isKnown;
    }

    /// @param subvolume a directory in it; its changes so far are committed first
    /// @param transaction later ones count
    public static BtrfsInodes changedAfter(Descriptor subvolume, long transaction) throws IOException {
        return changedAfter(subvolume, transaction, MOST);
    }

    static BtrfsInodes changedAfter(Descriptor subvolume, long transaction, int most) throws IOException {
        BtrfsIoctl.sync(subvolume);
        Search search = new Search(subvolume, transaction, most);
        BtrfsIoctl.run(subvolume, "search for changed inodes", search::run);
        return search.isTooMany
                ? new BtrfsInodes(new long[0], false)
                : new BtrfsInodes(Arrays.copyOf(search.found, search.count), true);
    }

    /// Whether a file may have changed.
    public boolean contains(long inode) {
        return !isKnown || Arrays.binarySearch(numbers, inode) >= 0;
    }

    public int count() {
        return numbers.length;
    }

    private static final class Search {
        private final Descriptor subvolume;
        private final long transaction;
        private final int most;
        private boolean isTooMany;
        private long[] found = new long[64];
        private int count;
        private long object;
        private int type;
        private long offset;

        private Search(Descriptor subvolume, long transaction, int most) {
            this.subvolume = subvolume;
            this.transaction = transaction;
            this.most = most;
        }

        /// The kernel passes over the leaves that no later transaction wrote.
        private void run() throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment search = BtrfsIoctl.zeroed(arena, KEY + (long) BUFFER);
                do {
                    key(search);
                    BtrfsIoctl.call(
                            subvolume, TREE_SEARCH_V2, search.address(), "search for changed inodes", subvolume);
                    read(search);
                } while (search.get(JAVA_INT_UNALIGNED, 64) > 0 && object >= 0 && !isTooMany);
            }
        }

        private void key(MemorySegment search) {
            search.set(JAVA_LONG_UNALIGNED, 0, 0L); // the tree of the subvolume
            search.set(JAVA_LONG_UNALIGNED, 8, object);
            search.set(JAVA_LONG_UNALIGNED, 16, -1L);
            search.set(JAVA_LONG_UNALIGNED, 24, offset);
            search.set(JAVA_LONG_UNALIGNED, 32, -1L);
            search.set(JAVA_LONG_UNALIGNED, 40, transaction + 1);
            search.set(JAVA_LONG_UNALIGNED, 48, -1L);
            search.set(JAVA_INT_UNALIGNED, 56, type);
            search.set(JAVA_INT_UNALIGNED, 60, 255);
            search.set(JAVA_INT_UNALIGNED, 64, Integer.MAX_VALUE);
            search.set(JAVA_LONG_UNALIGNED, 104, (long) BUFFER);
        }

        private void read(MemorySegment search) {
            long at = KEY;
            int items = search.get(JAVA_INT_UNALIGNED, 64);
            for (int i = 0; i < items; i++) {
                object = search.get(JAVA_LONG_UNALIGNED, at + 8);
                offset = search.get(JAVA_LONG_UNALIGNED, at + 16);
                type = search.get(JAVA_INT_UNALIGNED, at + 24);
                int length = search.get(JAVA_INT_UNALIGNED, at + 28);
                if (type == INODE_ITEM
                        && length >= SHORTEST_ITEM
                        && search.get(JAVA_LONG_UNALIGNED, at + HEADER + Long.BYTES) > transaction) {
                    add(object);
                }
                at += HEADER + length;
            }
            next();
        }

        private void add(long inode) {
            if (count == most) {
                isTooMany = true;
                return;
            }
            if (count == found.length) {
                found = Arrays.copyOf(found, 2 * count);
            }
            found[count++] = inode;
        }

        /// The search goes on behind the last item.
        private void next() {
            offset++;
            if (offset == 0) {
                type++;
            }
            if (type > 255) {
                type = 0;
                object++;
            }
        }
    }
}
