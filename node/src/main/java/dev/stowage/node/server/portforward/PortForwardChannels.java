package dev.stowage.node.server.portforward;

import dev.stowage.http.stream.StreamChannels;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A client that forwards ports over the channels of a WebSocket: one connection for each port, with one
/// channel for its data and the next one for errors. Browsers and client libraries use it; kubectl does not.
final class PortForwardChannels implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PortForwardChannels.class);

    private final StreamChannels client;
    private final PodPorts pod;
    private final List<Integer> ports;
    private final Map<Integer, ForwardedConnection> connections = new ConcurrentHashMap<>();

    PortForwardChannels(StreamChannels client, PodPorts pod, List<Integer> ports) {
        this.client = client;
        this.pod = pod;
        this.ports = List.copyOf(ports);
    }

    /// Returns when the client closes the connection, which it is asked for when all connections to the pod
    /// have ended.
    void run() throws IOException, InterruptedException {
        for (int i = 0; i < ports.size(); i++) {
            int port = ports.get(i);
            int data = 2 * i;
            byte[] littleEndian = {(byte) port, (byte) (port >> 8)};
            client.send(data, littleEndian, 2);
            client.send(data + 1, littleEndian, 2);
            var stream = new PortForwardStream(data, String.valueOf(i), port, false);
            connections.put(data, new ForwardedConnection(this::send, pod, stream, data + 1, () -> end(data)));
        }
        connections.values().forEach(ForwardedConnection::start);
        try {
            for (byte[] message = client.next(); message != null; message = client.next()) {
                ForwardedConnection connection = connections.get(message[0] & 0xff);
                if (connection != null) {
                    connection.toPod(Arrays.copyOfRange(message, 1, message.length), false);
                }
            }
        } catch (EOFException e) {
            log.debug("A client that forwards ports disconnected.", e);
        }
    }

    /// A channel cannot be closed alone.
    private void send(int channel, byte[] bytes, int count, boolean last) throws IOException {
        if (count > 0) {
            client.send(channel, bytes, count);
        }
        if (last && connections.isEmpty()) {
            client.sendClose();
        }
    }

    private void end(int data) {
        connections.remove(data);
    }

    @Override
    public void close() {
        connections.values().forEach(ForwardedConnection::abort);
    }
}
