package dev.stowage.node.volume.call;

/// A call for which everything is ready, and of which nothing has been done.
@FunctionalInterface
public interface Prepared {

    void run() throws CallTrouble, InterruptedException;
}
