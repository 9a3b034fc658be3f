package dev.stowage.control.ephemeral;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;

/// The flags of kube-controller-manager for ephemeral volumes.
public final class EphemeralVolumeFlags {
    private final Flag<Integer> workers;

    public EphemeralVolumeFlags(FlagSet flags) {
        workers = flags.integer(
                "concurrent-ephemeralvolume-syncs", 5, "How many pods with ephemeral volumes are looked at at once.");
    }

    public EphemeralVolumeOptions read(ParsedFlags line) {
        return new EphemeralVolumeOptions(line.value(workers));
    }
}
