package dev.stowage.cluster.podgc;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;

/// The flags of kube-controller-manager for the pod garbage collector.
public final class PodGcFlags {
    private final Flag<Integer> threshold;

    public PodGcFlags(FlagSet flags) {
        threshold = flags.integer(
                "terminated-pod-gc-threshold",
                12_500,
                "Number of terminated pods that may exist before the oldest are deleted. 0 or less: no limit.");
    }

    public PodGcOptions read(ParsedFlags line) {
        return new PodGcOptions(line.value(threshold));
    }
}
