package dev.stowage.node.volumemanager.operations;

/// A call that is ready to be made and has had no effect yet.
@FunctionalInterface
public interface PreparedOperation {

    void run() throws VolumeOperationException, InterruptedException;
}
