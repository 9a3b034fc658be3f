package dev.stowage.control.ephemeral;

import dev.stowage.flags.Flag;
import dev.stowage.flags.Flags;
import dev.stowage.flags.Parsed;

/// The flags of kube-controller-manager for ephemeral volumes.
public final class EphemeralFlags {
    private final Flag<Integer> workers;

    public EphemeralFlags(Flags flags) {
        workers = flags.integer(
                "concurrent-ephemeralvolume-syncs", 5, "How many pods with ephemeral volumes are looked at at once.");
    }

    public EphemeralOptions read(Parsed line) {
        return new EphemeralOptions(line.value(workers));
    }
}
