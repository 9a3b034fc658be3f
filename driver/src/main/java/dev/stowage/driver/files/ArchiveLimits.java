package dev.stowage.driver.files;

import dev.stowage.sdk.TransferBlocks;

/// What an archive has at most. Both sides know the same limits: they are part of the format.
final class ArchiveLimits {

    /// A record that has so many bytes gets no further entry.
    static final int FULL_RECORD = 256 << 10;

    /// A record with a single entry can be longer, by its extended attributes.
    static final int LONGEST_RECORD = 4 << 20;

    /// Each level holds descriptors.
    static final int DEEPEST = 200;

    /// Entries of one directory. It is listed again for every few thousand of them.
    static final int MOST_ENTRIES = 1_000_000;

    /// Files with several names that a walk remembers.
    static final int MOST_LINKS = 2_000_000;

    /// Bytes of the paths of these files. Also bytes of the names of the directories that a walk has found and not
    /// entered yet.
    static final long MOST_PATH_BYTES = 64L << 20;

    static final long LARGEST_FILE = 1L << 61;
    static final int LONGEST_NAME = 255;
    static final int LONGEST_TARGET = 4096;

    private ArchiveLimits() {}

    /// Up to whole blocks.
    static long padded(long length) {
        return Math.ceilDiv(length, (long) TransferBlocks.BLOCK) * TransferBlocks.BLOCK;
    }
}
