package dev.stowage.sdk;

/// What the blocks of a transfer are.
public enum TransferFormat {

    /// Those of a device, at their offsets in the volume.
    BLOCKS,

    /// Those of an archive of files. What it looks like is a matter of the drivers that send and receive it.
    FILES;

    private static final long ARCHIVE = 1L << 62;

    /// Where the last block ends at most.
    ///
    /// @param size of the volume
    public long end(Bytes size) {
        return switch (this) {
            case BLOCKS -> size.count();
            case FILES -> ARCHIVE;
        };
    }
}
