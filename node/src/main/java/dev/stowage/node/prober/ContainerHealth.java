package dev.stowage.node.prober;

/// What probes say of a container that runs.
public record ContainerHealth(boolean started, boolean ready, boolean alive) {
    /// Of a container that nobody probes.
    public static final ContainerHealth GOOD = new ContainerHealth(true, true, true);
}
