package dev.stowage.http.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Streams that share a connection, numbered as in [ChannelProtocol]. One thread reads; any thread may send.
public interface StreamChannels {

    /// The next message of the client: the number of the stream, then its data; null when the client closed the
    /// connection. The end of a stream is a message on [ChannelProtocol#CLOSE] with the number of the stream.
    byte @Nullable [] next() throws IOException;

    void send(int channel, byte[] bytes, int count) throws IOException;

    /// Closes all streams to the client.
    void sendClose() throws IOException;
}
