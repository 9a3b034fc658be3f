package dev.stowage.sidecar.mover;

/// How a mover reaches drivers.
public interface MoverConnections extends AutoCloseable {

    /// Announces the address of this mover and serves the others.
    void start() throws InterruptedException;

    /// The driver of this node.
    CopyDriver own();

    /// The driver of a node, through the mover there.
    ///
    /// @throws PeerCallException UNAVAILABLE when that mover has no live lease
    CopyDriver node(String name) throws PeerCallException;

    Carrier carrier();

    @Override
    void close();
}
