package dev.stowage.node.run.probe;

/// What probes say of a container that runs.
public record Health(boolean started, boolean ready, boolean alive) {
    /// Of a container that nobody probes.
    public static final Health GOOD = new Health(true, true, true);
}
