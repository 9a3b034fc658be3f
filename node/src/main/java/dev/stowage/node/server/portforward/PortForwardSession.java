package dev.stowage.node.server.portforward;

import dev.stowage.http.stream.SpdyFrame;
import dev.stowage.http.stream.SpdySession;
import java.io.EOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A client that forwards ports: for each connection it opens a stream for data and one for errors, which have
/// the same request ID. One thread reads all streams; each connection to the pod has two of its own.
final class PortForwardSession implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PortForwardSession.class);
    private static final int MAX_CONNECTIONS = 1024;

    private final SpdySession spdy;
    private final PodPorts ports;
    /// The error streams whose data stream has not been opened, and the reverse.
    private final Map<String, PortForwardStream> unpaired = new HashMap<>();

    private final Map<Integer, ForwardedConnection> connections = new ConcurrentHashMap<>();

    PortForwardSession(SpdySession spdy, PodPorts ports) {
        this.spdy = spdy;
        this.ports = ports;
    }

    /// Returns when the client closes the connection.
    void run() throws IOException {
        try {
            while (true) {
                switch (spdy.next()) {
                    case SpdyFrame.Opened opened -> open(opened);
                    case SpdyFrame.Data(int stream, byte[] content, boolean last) -> {
                        ForwardedConnection connection = connections.get(stream);
                        if (connection != null) {
                            connection.toPod(content, last);
                        }
                    }
                    case SpdyFrame.Reset(int stream) -> {
                        unpaired.values().removeIf(waiting -> waiting.number() == stream);
                        ForwardedConnection connection = connections.get(stream);
                        if (connection != null) {
                            connection.abort();
                        }
                    }
                    case SpdyFrame.GoAway _ -> {
                        return;
                    }
                    case SpdyFrame.Handled _ -> {}
                }
            }
        } catch (EOFException e) {
            log.debug("A client that forwards ports disconnected.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while forwarding ports", e);
        }
    }

    private void open(SpdyFrame.Opened opened) throws IOException {
        Optional<PortForwardStream> stream = PortForwardStream.of(opened);
        if (stream.isEmpty() || connections.size() + unpaired.size() >= MAX_CONNECTIONS) {
            spdy.reset(opened.stream());
            return;
        }
        PortForwardStream one = stream.get();
        PortForwardStream other = unpaired.get(one.requestId());
        if (other != null && other.isError() == one.isError()) {
            spdy.reset(opened.stream());
            return;
        }
        spdy.accept(opened.stream());
        if (other == null) {
            unpaired.put(one.requestId(), one);
            return;
        }
        unpaired.remove(one.requestId());
        PortForwardStream data = one.isError() ? other : one;
        int error = one.isError() ? one.number() : other.number();
        var connection =
                new ForwardedConnection(spdy::send, ports, data, error, () -> connections.remove(data.number()));
        connections.put(data.number(), connection);
        connection.start();
    }

    /// Closes the connections to the pod.
    @Override
    public void close() {
        connections.values().forEach(ForwardedConnection::abort);
    }
}
