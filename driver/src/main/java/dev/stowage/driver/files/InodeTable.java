package dev.stowage.driver.files;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stowage.linux.Stat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A number for each of many files, outside of the heap as in [TextStack]. Not thread-safe.
final class InodeTable implements AutoCloseable {

    /// Inode, device and number; a number is never 0, which marks what is free.
    private static final long SLOT = 3 * Long.BYTES;

    private static final long DEVICE = Long.BYTES;
    private static final long NUMBER = 2 * Long.BYTES;
    private static final long SMALLEST = 1024;

    private Arena arena = Arena.ofShared();
    private MemorySegment slots = MemorySegment.NULL;
    private int count;

    int count() {
        return count;
    }

    /// @return 0 for a file that has no number
    long get(Stat file) {
        return count == 0 ? 0 : slots.get(JAVA_LONG, place(slots, file.inode(), device(file)) + NUMBER);
    }

    /// @param number not 0
    void put(Stat file, long number) {
        // Half of it stays free, so that a place is found at once.
        if (2L * (count + 1) > slots.byteSize() / SLOT) {
            grow();
        }
        if (put(slots, file.inode(), device(file), number)) {
            count++;
        }
    }

    private static boolean put(MemorySegment slots, long inode, long device, long number) {
        long at = place(slots, inode, device);
        boolean isNew = slots.get(JAVA_LONG, at + NUMBER) == 0;
        slots.set(JAVA_LONG, at, inode);
        slots.set(JAVA_LONG, at + DEVICE, device);
        slots.set(JAVA_LONG, at + NUMBER, number);
        return isNew;
    }

    /// Where a file is, or would be.
    private static long place(MemorySegment slots, long inode, long device) {
        long capacity = slots.byteSize() / SLOT;
        long hash = (inode * 31 + device) * 0x9E3779B97F4A7C15L;
        long slot = (hash >>> 32) & (capacity - 1);
        while (true) {
            long at = slot * SLOT;
            boolean isFree = slots.get(JAVA_LONG, at + NUMBER) == 0;
            if (isFree || (slots.get(JAVA_LONG, at) == inode && slots.get(JAVA_LONG, at + DEVICE) == device)) {
                return at;
            }
            slot = (slot + 1) & (capacity - 1);
        }
    }

    private static long device(Stat file) {
        return ((long) file.deviceMajor() << Integer.SIZE) | file.deviceMinor();
    }

    private void grow() {
        Arena larger = Arena.ofShared();
        MemorySegment more = larger.allocate(Math.max(SMALLEST * SLOT, 2 * slots.byteSize()), Long.BYTES);
        for (long at = 0; at < slots.byteSize(); at += SLOT) {
            long number = slots.get(JAVA_LONG, at + NUMBER);
            if (number != 0) {
                boolean ignored = put(more, slots.get(JAVA_LONG, at), slots.get(JAVA_LONG, at + DEVICE), number);
            }
        }
        arena.close();
        arena = larger;
        slots = more;
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
