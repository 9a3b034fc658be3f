package dev.stowage.control.nodelife;

import dev.stowage.flags.Flag;
import dev.stowage.flags.Flags;
import dev.stowage.flags.Parsed;

/// The flags of kube-controller-manager for pods that are left over.
public final class PodCollectionFlags {
    private final Flag<Integer> threshold;

    public PodCollectionFlags(Flags flags) {
        threshold = flags.integer(
                "terminated-pod-gc-threshold",
                12_500,
                "How many terminated pods may exist before they are deleted; zero or less for no limit.");
    }

    public PodCollectionOptions read(Parsed line) {
        return new PodCollectionOptions(line.value(threshold));
    }
}
