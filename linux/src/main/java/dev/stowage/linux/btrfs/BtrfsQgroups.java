package dev.stowage.linux.btrfs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Limits of btrfs's subvolumes. The qgroup of a subvolume has its id.
///
/// The counters are updated when the file system commits, every 30 seconds or at [BtrfsIoctl#sync].
public final class BtrfsQgroups {
    private static final long CONTROL = 0xC0109428L;
    private static final long LIMIT = 0x8030942BL;
    private static final long CREATE = 0x4010942AL;
    private static final long RESCAN = 0x4040942CL;
    private static final long RESCAN_WAIT = 0x942EL;
    private static final int ENABLE = 1;
    private static final int RESCAN_SIZE = 64;
    private static final int STATUS_KEY = 240;
    private static final int INFO_KEY = 242;
    private static final int LIMIT_KEY = 244;
    private static final long HIGHEST_SUBVOLUME = (1L << 48) - 1;
    private static final long MAX_REFERENCED = 1;
    private static final long MAX_EXCLUSIVE = 2;
    private static final long NO_LIMIT = -1;

    private BtrfsQgroups() {}

    /// @param referenced bytes that can be reached in the subvolume
    /// @param exclusive bytes that it does not share with other subvolumes
    public record Usage(long referenced, long exclusive) {}

    /// Whether and how the file system accounts for usage.
    public enum Counting {
        OFF,
        /// The counters are wrong or incomplete, so limits may not hold. [#rescan] repairs them.
        INCONSISTENT,
        SIMPLE,
        EXACT
    }

    public static Counting counting(Descriptor anywhere) throws IOException {
        try {
            List<BtrfsTreeSearch.Item> status =
                    BtrfsTreeSearch.items(anywhere, BtrfsTreeSearch.QUOTA_TREE, 0, STATUS_KEY, 0, Long.MAX_VALUE);
            long flags = status.isEmpty() ? 0 : status.getFirst().numbers().get(2);
            if ((flags & 1) == 0) {
                return Counting.OFF;
            }
            if ((flags & 4) != 0) {
                return Counting.INCONSISTENT;
            }
            return (flags & 8) != 0 ? Counting.SIMPLE : Counting.EXACT;
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOENT) {
                return Counting.OFF;
            }
            throw e;
        }
    }

    /// Enables quota with exact accounting, and returns when all existing data has been counted.
    public static void enable(Descriptor anywhere) throws IOException {
        BtrfsIoctl.run(anywhere, "enable quota", () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment arguments = BtrfsIoctl.zeroed(arena, 16);
                arguments.set(JAVA_LONG, 0, ENABLE);
                BtrfsIoctl.call(anywhere, CONTROL, arguments.address(), "enable quota", anywhere);
                BtrfsIoctl.call(anywhere, RESCAN_WAIT, 0, "count", anywhere);
            }
        });
    }

    /// Starts a quota rescan in the background.
    public static void rescan(Descriptor anywhere) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment arguments = BtrfsIoctl.zeroed(arena, RESCAN_SIZE);
            long result = Libc.IOCTL.invoke(anywhere.number(), RESCAN, arguments.address());
            // One is already running.
            if (!Libc.failedWith(result, Errno.EINPROGRESS)) {
                Libc.check(result, "rescan quota", anywhere);
            }
        }
    }

    public static void awaitRescan(Descriptor anywhere) throws IOException {
        BtrfsIoctl.run(anywhere, "count", () -> BtrfsIoctl.call(anywhere, RESCAN_WAIT, 0, "count", anywhere));
    }

    /// Sets the limits of a subvolume; a missing one removes the limit.
    public static void limit(Descriptor anywhere, long id, OptionalLong referenced, OptionalLong exclusive)
            throws IOException {
        BtrfsIoctl.run(anywhere, "limit", () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment arguments = BtrfsIoctl.zeroed(arena, 48);
                arguments.set(JAVA_LONG, 0, id);
                arguments.set(JAVA_LONG, 8, MAX_REFERENCED | MAX_EXCLUSIVE);
                arguments.set(JAVA_LONG, 16, referenced.orElse(NO_LIMIT));
                arguments.set(JAVA_LONG, 24, exclusive.orElse(NO_LIMIT));
                BtrfsIoctl.call(anywhere, LIMIT, arguments.address(), "limit", "qgroup 0/" + id);
            }
        });
    }

    public static Optional<Usage> usage(Descriptor anywhere, long id) throws IOException {
        return BtrfsTreeSearch.items(anywhere, BtrfsTreeSearch.QUOTA_TREE, 0, INFO_KEY, id, id).stream()
                .findFirst()
                .map(item -> new Usage(item.numbers().get(1), item.numbers().get(3)));
    }

    /// The limit on what can be reached in the subvolume.
    public static OptionalLong limitOf(Descriptor anywhere, long id) throws IOException {
        return BtrfsTreeSearch.items(anywhere, BtrfsTreeSearch.QUOTA_TREE, 0, LIMIT_KEY, id, id).stream()
                .filter(item -> (item.numbers().get(0) & MAX_REFERENCED) != 0)
                .mapToLong(item -> item.numbers().get(1))
                .findFirst();
    }

    /// The qgroups of single subvolumes, including those whose subvolume is deleted. Quota must be enabled.
    public static List<Long> list(Descriptor anywhere) throws IOException {
        return BtrfsTreeSearch.items(anywhere, BtrfsTreeSearch.QUOTA_TREE, 0, INFO_KEY, 0, HIGHEST_SUBVOLUME).stream()
                .map(BtrfsTreeSearch.Item::offset)
                .toList();
    }

    /// Removes the qgroup of a deleted subvolume; newer kernels do it by themselves. False while the subvolume is
    /// still being cleaned up or its bytes are still counted: removing a qgroup with non-zero counters makes the
    /// kernel mark all counters of the file system as inconsistent.
    public static boolean remove(Descriptor anywhere, long id) throws IOException {
        if (usage(anywhere, id).filter(usage -> usage.referenced() != 0).isPresent()) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment arguments = BtrfsIoctl.zeroed(arena, 16);
            arguments.set(JAVA_LONG, 8, id);
            long result = Libc.IOCTL.invoke(anywhere.number(), CREATE, arguments.address());
            if (Libc.failedWith(result, Errno.EBUSY)) {
                return false;
            }
            if (!Libc.failedWith(result, Errno.ENOENT)) {
                Libc.check(result, "remove", "qgroup 0/" + id);
            }
            return true;
        }
    }
}
