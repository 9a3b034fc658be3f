package dev.stowage.node.server.portforward;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/// The ports of a pod.
///
/// @param sandbox its ID, for messages
record PodPorts(String sandbox, InetAddress address) {
    private static final int CONNECT_MILLISECONDS = 10_000;

    Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLISECONDS);
            return socket;
        } catch (IOException e) {
            socket.close();
            String why = e instanceof ConnectException ? "connect: connection refused" : String.valueOf(e.getMessage());
            throw new IOException(
                    "failed to connect to localhost:%d: dial tcp %s:%d: %s"
                            .formatted(port, address.getHostAddress(), port, why),
                    e);
        }
    }

    /// What the client reads on the error stream.
    String failure(int port, IOException cause) {
        return "error forwarding port %d to pod %s, uid : %s".formatted(port, sandbox, cause.getMessage());
    }
}
