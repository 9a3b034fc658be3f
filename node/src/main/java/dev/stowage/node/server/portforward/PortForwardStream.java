package dev.stowage.node.server.portforward;

import dev.stowage.http.stream.SpdyFrame;
import java.util.Optional;

/// A stream of a client that forwards ports.
///
/// @param requestId the same for the two streams of a connection
record PortForwardStream(int number, String requestId, int port, boolean isError) {
    private static final int MAX_PORT = 65535;

    /// Empty when the headers are not those of such a stream.
    static Optional<PortForwardStream> of(SpdyFrame.Opened opened) {
        String type = opened.headers().getOrDefault("streamtype", "");
        int port = port(opened.headers().getOrDefault("port", ""));
        boolean isError = type.equals("error");
        if (port == 0 || !(isError || type.equals("data"))) {
            return Optional.empty();
        }
        // A client without request IDs opens the error stream and then the data stream.
        int pair = isError ? opened.stream() : opened.stream() - 2;
        String requestId = opened.headers().getOrDefault("requestid", "");
        return Optional.of(new PortForwardStream(
                opened.stream(), requestId.isEmpty() ? String.valueOf(pair) : requestId, port, isError));
    }

    /// 0 when it is not a port.
    static int port(String text) {
        if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return 0;
        }
        int port = Integer.parseInt(text);
        return port <= MAX_PORT ? port : 0;
    }
}
