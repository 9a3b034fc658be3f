package dev.stowage.cluster.garbagecollector;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;

/// The flags of kube-controller-manager for the garbage collector.
public final class GarbageCollectorFlags {
    private final Flag<Integer> workers;

    public GarbageCollectorFlags(FlagSet flags) {
        workers = flags.integer(
                "concurrent-gc-syncs", 20, "Number of objects the garbage collector processes at the same time.");
    }

    public GarbageCollectorOptions read(ParsedFlags line) {
        return new GarbageCollectorOptions(line.value(workers));
    }
}
