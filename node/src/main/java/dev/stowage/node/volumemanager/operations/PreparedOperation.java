package dev.stowage.node.volumemanager.operations;

/// A call for which everything is ready, and of which nothing has been done.
@FunctionalInterface
public interface PreparedOperation {

    void run() throws VolumeOperationException, InterruptedException;
}
