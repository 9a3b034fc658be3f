package dev.stowage.control.home;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// The flags of kube-controller-manager for namespaces.
public final class HomeFlags {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Flag<Integer> workers;

    public HomeFlags(FlagSet flags) {
        workers = flags.integer("concurrent-namespace-syncs", 10, "How many namespaces are emptied at once.");
    }

    public HomeOptions read(ParsedFlags line) {
        return new HomeOptions(line.value(workers), GRACE);
    }
}
