package dev.stowage.kube.manager;

/// One external component at work. A role is made, with its caches declared, before it leads; it begins to
/// work when it
/// leads, with warm caches; and it stops for good when it is closed.
public interface ControllerRole extends AutoCloseable {

    /// As the flag `--roles` knows it.
    String name();

    /// The name of the lease that keeps two of them apart, the old program's included; empty for a role that needs
    /// none.
    String leaseName();

    /// Called once, when this process leads. Returns after everything is under way; the work goes on in the
    /// background.
    void start() throws InterruptedException;

    /// Takes no new work and waits, for a few seconds, until what is under way is done.
    @Override
    void close();
}
