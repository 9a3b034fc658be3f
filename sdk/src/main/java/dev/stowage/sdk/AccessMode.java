package dev.stowage.sdk;

/// Who may use a volume at the same time, with the numbers of the wire.
public enum AccessMode {
    SINGLE_NODE_WRITER(1),
    SINGLE_NODE_READER_ONLY(2),
    MULTI_NODE_READER_ONLY(3),
    MULTI_NODE_SINGLE_WRITER(4),
    MULTI_NODE_MULTI_WRITER(5),
    /// One publication on one node: Kubernetes' ReadWriteOncePod.
    SINGLE_NODE_SINGLE_WRITER(6),
    SINGLE_NODE_MULTI_WRITER(7);

    private final int number;

    AccessMode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public boolean isReadOnly() {
        return this == SINGLE_NODE_READER_ONLY || this == MULTI_NODE_READER_ONLY;
    }
}
