package dev.stowage.cluster.garbagecollector;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;

/// The flags of kube-controller-manager for the garbage collector.
public final class GarbageCollectorFlags {
    private final Flag<Integer> workers;

    public GarbageCollectorFlags(FlagSet flags) {
        workers = flags.integer("concurrent-gc-syncs", 20, "How many objects the garbage collector looks at at once.");
    }

    public GarbageCollectorOptions read(ParsedFlags line) {
        return new GarbageCollectorOptions(line.value(workers));
    }
}
