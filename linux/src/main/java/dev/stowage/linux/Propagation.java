package dev.stowage.linux;

/// Whether mounts made below a mount point show up in its peers.
public enum Propagation {
    UNBINDABLE(1 << 17),
    PRIVATE(1 << 18),
    SLAVE(1 << 19),
    SHARED(1 << 20);

    private final int bit;

    Propagation(int bit) {
        this.bit = bit;
    }

    int bit() {
        return bit;
    }
}
