package dev.stowage.node.server.portforward;

import java.io.IOException;

/// The streams to a client that forwards ports. Any thread may send.
@FunctionalInterface
interface ClientStreams {
    /// @param last whether nothing more follows on this stream
    void send(int stream, byte[] bytes, int count, boolean last) throws IOException;
}
