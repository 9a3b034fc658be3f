package dev.stowage.cluster.namespace;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// The flags of kube-controller-manager for namespaces.
public final class NamespaceFlags {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Flag<Integer> workers;

    public NamespaceFlags(FlagSet flags) {
        workers = flags.integer("concurrent-namespace-syncs", 10, "Number of namespaces to delete at the same time.");
    }

    public NamespaceOptions read(ParsedFlags line) {
        return new NamespaceOptions(line.value(workers), GRACE);
    }
}
