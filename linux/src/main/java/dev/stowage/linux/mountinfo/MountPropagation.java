package dev.stowage.linux.mountinfo;

/// Whether mounts below a mount point propagate to its peers.
public enum MountPropagation {
    UNBINDABLE(1 << 17),
    PRIVATE(1 << 18),
    SLAVE(1 << 19),
    SHARED(1 << 20);

    private final int bit;

    MountPropagation(int bit) {
        this.bit = bit;
    }

    public int bit() {
        return bit;
    }
}
