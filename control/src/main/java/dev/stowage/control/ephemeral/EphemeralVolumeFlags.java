package dev.stowage.control.ephemeral;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;

/// The flags of kube-controller-manager for ephemeral volumes.
public final class EphemeralVolumeFlags {
    private final Flag<Integer> workers;

    public EphemeralVolumeFlags(FlagSet flags) {
        workers = flags.integer(
                "concurrent-ephemeralvolume-syncs",
                5,
                "Number of pods with ephemeral volumes to reconcile at the same time.");
    }

    public EphemeralVolumeOptions read(ParsedFlags line) {
        return new EphemeralVolumeOptions(line.value(workers));
    }
}
