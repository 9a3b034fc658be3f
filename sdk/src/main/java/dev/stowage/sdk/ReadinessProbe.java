package dev.stowage.sdk;

/// Answering Probe with more than "I run".
public interface ReadinessProbe {

    /// Whether calls can be served; false while starting up.
    ///
    /// @throws CsiException with [CsiException#notNow(String)] when something the driver needs is broken
    boolean ready() throws CsiException;
}
