package dev.stowage.kube.manager;

/// One controller or sidecar role. It is created, with its informers declared, before it leads; it starts when
/// it leads, with warm caches; and once closed it does not start again.
public interface ControllerRole extends AutoCloseable {

    /// The name that the flag `--roles` accepts.
    String name();

    /// The name of the lease that keeps two of them, and the upstream program, from working at once; empty for
    /// a role that needs none.
    String leaseName();

    /// Called once, when this process leads. Returns after everything is started; the work continues in the
    /// background.
    void start() throws InterruptedException;

    /// Accepts no new work and waits a few seconds for running work.
    @Override
    void close();
}
