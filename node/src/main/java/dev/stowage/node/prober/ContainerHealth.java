package dev.stowage.node.prober;

/// The probe results of a running container.
public record ContainerHealth(boolean started, boolean ready, boolean alive) {
    /// The health of a container without probes.
    public static final ContainerHealth GOOD = new ContainerHealth(true, true, true);
}
