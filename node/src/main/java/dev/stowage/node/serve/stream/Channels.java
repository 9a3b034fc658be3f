package dev.stowage.node.serve.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Streams that share a connection, by the numbers of [Protocol]. One thread reads; any may send.
interface Channels {

    /// What the user sent next: the number of the stream, and behind it what was said; null when they said goodbye.
    /// That
    /// a stream has ended is said on [Protocol#CLOSE], with its number.
    byte @Nullable [] next() throws IOException;

    void send(int channel, byte[] bytes, int count) throws IOException;

    /// Nothing more will be sent.
    void goodbye() throws IOException;
}
