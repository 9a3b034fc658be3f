package dev.stowage.control.collect;

import dev.stowage.flags.Flag;
import dev.stowage.flags.Flags;
import dev.stowage.flags.Parsed;

/// The flags of kube-controller-manager for the garbage collector.
public final class CollectFlags {
    private final Flag<Integer> workers;

    public CollectFlags(Flags flags) {
        workers = flags.integer("concurrent-gc-syncs", 20, "How many objects the garbage collector looks at at once.");
    }

    public CollectOptions read(Parsed line) {
        return new CollectOptions(line.value(workers));
    }
}
