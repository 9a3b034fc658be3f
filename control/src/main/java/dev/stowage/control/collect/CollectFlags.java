package dev.stowage.control.collect;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;

/// The flags of kube-controller-manager for the garbage collector.
public final class CollectFlags {
    private final Flag<Integer> workers;

    public CollectFlags(FlagSet flags) {
        workers = flags.integer("concurrent-gc-syncs", 20, "How many objects the garbage collector looks at at once.");
    }

    public CollectOptions read(ParsedFlags line) {
        return new CollectOptions(line.value(workers));
    }
}
