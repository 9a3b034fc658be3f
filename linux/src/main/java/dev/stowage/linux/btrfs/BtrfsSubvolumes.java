package dev.stowage.linux.btrfs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FileName;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// btrfs subvolumes. Each is addressed by its parent directory, which is open, and a single name component.
public final class BtrfsSubvolumes {
    private static final long CREATE = 0x50009418L;
    private static final long SNAPSHOT = 0x50009417L;
    private static final long DESTROY = 0x5000940FL;
    private static final long DESTROY_BY_ID = 0x5000943FL;
    private static final long INFO = 0x81F8943CL;
    private static final UUID NONE = new UUID(0, 0);
    private static final ValueLayout.OfLong BIG_ENDIAN_LONG = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int ARGUMENTS = 4096;
    private static final int INFO_SIZE = 504;
    private static final long READ_ONLY = 2;
    private static final long BY_ID = 0x10;
    private static final int ROOT_REFERENCE = 156;
    private static final int ROOT_ITEM = 132;

    private BtrfsSubvolumes() {}

    /// Creates an empty subvolume; `EEXIST` when the name exists.
    public static void create(Descriptor parent, String name) throws IOException {
        BtrfsIoctl.run(parent, "create subvolume", () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment arguments = named(arena, 56, name);
                BtrfsIoctl.call(parent, CREATE, arguments.address(), "create subvolume", name + " in " + parent);
            }
        });
    }

    /// Creates a snapshot that shares all data with its source; it is on disk when this returns.
    public static void snapshot(Descriptor source, Descriptor parent, String name, boolean readOnly)
            throws IOException {
        BtrfsIoctl.run(parent, "snapshot", () -> snapshotHere(source, parent, name, readOnly));
    }

    /// On the calling thread, for callers that already run on a thread for blocking calls.
    static void snapshotHere(Descriptor source, Descriptor parent, String name, boolean readOnly)
            throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment arguments = named(arena, 56, name);
            arguments.set(JAVA_LONG, 0, source.number());
            arguments.set(JAVA_LONG, 16, readOnly ? READ_ONLY : 0);
            BtrfsIoctl.call(
                    parent, SNAPSHOT, arguments.address(), "snapshot", source + " as " + name + " in " + parent);
        }
    }

    /// The subvolume whose root is this directory; empty if the directory is not such a root.
    public static Optional<BtrfsSubvolume> find(Descriptor directory) throws IOException {
        if (Stat.of(directory).inode() != BtrfsIoctl.ROOT_INODE) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = BtrfsIoctl.zeroed(arena, INFO_SIZE);
            BtrfsIoctl.call(directory, INFO, info.address(), "inspect subvolume", directory);
            Instant madeAt = Instant.ofEpochSecond(info.get(JAVA_LONG, 392), info.get(JAVA_INT, 400));
            boolean readOnly = (info.get(JAVA_LONG, 288) & 1) != 0;
            return Optional.of(new BtrfsSubvolume(
                    info.get(JAVA_LONG, 0),
                    readOnly,
                    info.get(JAVA_LONG, 352),
                    madeAt,
                    uuid(info, 296),
                    Optional.of(uuid(info, 312)).filter(parent -> !parent.equals(NONE))));
        }
    }

    private static UUID uuid(MemorySegment info, long at) {
        return new UUID(info.get(BIG_ENDIAN_LONG, at), info.get(BIG_ENDIAN_LONG, at + Long.BYTES));
    }

    /// Deletes a subvolume; the kernel frees the space afterwards. `ENOENT` when it does not exist, `EINVAL` when
    /// it is not a subvolume, `ENOTEMPTY` while it contains other subvolumes.
    public static void destroy(Descriptor parent, String name) throws IOException {
        BtrfsIoctl.run(parent, "destroy subvolume", () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment arguments = named(arena, 8, name);
                BtrfsIoctl.call(parent, DESTROY, arguments.address(), "destroy subvolume", name + " in " + parent);
            }
        });
    }

    /// Deletes all subvolumes inside this one. Any user of a subvolume may have created some.
    public static void destroyNested(Descriptor anywhere, long id) throws IOException {
        for (long inner : nested(anywhere, id)) {
            destroyNested(anywhere, inner);
            BtrfsIoctl.run(anywhere, "destroy subvolume", () -> {
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment arguments = BtrfsIoctl.zeroed(arena, ARGUMENTS);
                    arguments.set(JAVA_LONG, 16, BY_ID);
                    arguments.set(JAVA_LONG, 56, inner);
                    BtrfsIoctl.call(
                            anywhere, DESTROY_BY_ID, arguments.address(), "destroy subvolume", "subvolume " + inner);
                }
            });
        }
    }

    /// The ids of the subvolumes directly in this one.
    public static List<Long> nested(Descriptor anywhere, long id) throws IOException {
        return BtrfsTreeSearch.items(anywhere, BtrfsTreeSearch.ROOT_TREE, id, ROOT_REFERENCE, 0, Long.MAX_VALUE)
                .stream()
                .map(BtrfsTreeSearch.Item::offset)
                .toList();
    }

    /// Whether a subvolume with this id exists, including a deleted one that the kernel is still cleaning up.
    public static boolean exists(Descriptor anywhere, long id) throws IOException {
        return !BtrfsTreeSearch.items(anywhere, BtrfsTreeSearch.ROOT_TREE, id, ROOT_ITEM, 0, Long.MAX_VALUE)
                .isEmpty();
    }

    private static MemorySegment named(Arena arena, int at, String name) {
        byte[] bytes = FileName.single(name).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 255) {
            throw new IllegalArgumentException("A name of a subvolume has at most 255 bytes.");
        }
        MemorySegment arguments = BtrfsIoctl.zeroed(arena, ARGUMENTS);
        MemorySegment.copy(bytes, 0, arguments, JAVA_BYTE, at, bytes.length);
        return arguments;
    }
}
