package dev.stowage.http.stream;

import java.util.Map;

/// What a client of SPDY sent.
public sealed interface SpdyFrame {

    /// The client opened a stream.
    ///
    /// @param headers by their names in lower case
    /// @param last whether the client sends nothing on it
    record Opened(int stream, Map<String, String> headers, boolean last) implements SpdyFrame {
        public Opened {
            headers = Map.copyOf(headers);
        }
    }

    /// @param last whether nothing follows on this stream
    @SuppressWarnings("ArrayRecordComponent") // Its content is read once, and never compared.
    record Data(int stream, byte[] content, boolean last) implements SpdyFrame {}

    /// The client does not use the stream any more, in either direction.
    record Reset(int stream) implements SpdyFrame {}

    /// The client opens no more streams and closes the connection.
    record GoAway() implements SpdyFrame {}

    /// A frame that needs no reaction: a ping that was answered, a window, a setting.
    record Handled() implements SpdyFrame {}
}
