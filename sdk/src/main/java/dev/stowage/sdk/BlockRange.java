package dev.stowage.sdk;

/// A run of bytes in a volume: it holds data, or it differs between two snapshots.
public record BlockRange(long offset, long length) {

    public BlockRange {
        if (offset < 0 || length <= 0) {
            throw new IllegalArgumentException("invalid range: offset " + offset + ", length " + length);
        }
    }

    public long end() {
        return offset + length;
    }
}
