package dev.stowage.kube.manager;

/// A running part of a process.
@FunctionalInterface
public interface RunningComponent extends AutoCloseable {

    /// Returns when everything has stopped. Idempotent.
    @Override
    void close();
}
