package dev.stowage.cluster.podgc;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;

/// The flags of kube-controller-manager for pods that are left over.
public final class PodGcFlags {
    private final Flag<Integer> threshold;

    public PodGcFlags(FlagSet flags) {
        threshold = flags.integer(
                "terminated-pod-gc-threshold",
                12_500,
                "How many terminated pods may exist before they are deleted; zero or less for no limit.");
    }

    public PodGcOptions read(ParsedFlags line) {
        return new PodGcOptions(line.value(threshold));
    }
}
