package dev.stowage.http.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Streams that share a connection, by the numbers of [ChannelProtocol]. One thread reads; any may send.
public interface StreamChannels {

    /// What the user sent next: the number of the stream, and behind it what was said; null when they said goodbye.
    /// That
    /// a stream has ended is said on [ChannelProtocol#CLOSE], with its number.
    byte @Nullable [] next() throws IOException;

    void send(int channel, byte[] bytes, int count) throws IOException;

    /// Nothing more will be sent.
    void sendClose() throws IOException;
}
