package dev.stowage.driver.pool;

import dev.stowage.driver.filesystem.FileSystem;

/// How much of a pool's file its file system uses itself: a fixed part (log, first metadata) and a proportional
/// part. The estimates are generous; a test fills pools completely.
record FileSystemOverhead(long fixed, long onePartIn) {
    static final long MIB = 1 << 20;

    static FileSystemOverhead of(FileSystem fileSystem) {
        return switch (fileSystem) {
            case XFS -> new FileSystemOverhead(144 * MIB, 32);
            // Metadata is kept twice, and space is handed out in large chunks.
            case BTRFS -> new FileSystemOverhead(256 * MIB, 16);
            case EXT4 -> throw new IllegalArgumentException("ext4 is not supported for pools");
        };
    }

    /// What a file of this size can hold.
    long usable(long size) {
        return Math.max(0, size - size / onePartIn - fixed);
    }

    /// What this much of a file adds to what it can hold.
    long share(long size) {
        return Math.max(0, size - size / onePartIn);
    }

    /// How big a file must be to hold so much, in whole MiB.
    long sizeFor(long bytes) {
        double exact = (bytes + fixed) / (1 - 1.0 / onePartIn);
        return ((long) exact / MIB + 1) * MIB;
    }
}
