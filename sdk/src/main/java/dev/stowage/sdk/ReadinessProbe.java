package dev.stowage.sdk;

/// Answers Probe with more than "the process is running".
public interface ReadinessProbe {

    /// Whether calls can be served; false while starting up.
    ///
    /// @throws CsiException with [CsiException#notNow(String)] when something the driver needs is broken
    boolean ready() throws CsiException;
}
