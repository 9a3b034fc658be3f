package dev.stowage.kube.manager;

/// Something of a process that is under way until it is closed.
@FunctionalInterface
public interface RunningComponent extends AutoCloseable {

    /// Returns when all of it has ended. Harmless to repeat.
    @Override
    void close();
}
