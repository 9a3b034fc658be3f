package dev.stowage.node.server.portforward;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection of a client to a port of a pod. What the client sends waits in a queue, so that a pod that
/// does not read delays its other connections only when the queue is full.
final class ForwardedConnection {
    private static final Logger log = LoggerFactory.getLogger(ForwardedConnection.class);
    private static final int BUFFER = 32 << 10;
    private static final int QUEUED = 64;
    /// Data is never empty.
    private static final byte[] END = {};

    private final ClientStreams client;
    private final PodPorts ports;
    private final PortForwardStream data;
    private final int error;
    private final Runnable ended;
    private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUED);
    /// Guarded by this, as is the next one.
    private @Nullable Socket socket;

    private boolean aborted;

    /// @param error the number of the error stream
    /// @param ended called when the pod has sent everything
    ForwardedConnection(ClientStreams client, PodPorts ports, PortForwardStream data, int error, Runnable ended) {
        this.client = client;
        this.ports = ports;
        this.data = data;
        this.error = error;
        this.ended = ended;
    }

    void start() {
        Thread.ofVirtual().name("port-forward").start(this::run);
    }

    /// Data of the client, in the thread that reads its frames.
    void toPod(byte[] content, boolean last) throws InterruptedException {
        if (content.length > 0) {
            queue.put(content);
        }
        if (last) {
            queue.put(END);
        }
    }

    private void run() {
        try (Socket pod = ports.connect(data.port())) {
            if (!hold(pod)) {
                return;
            }
            Thread.ofVirtual().name("port-forward-input").start(() -> send(pod));
            receive(pod.getInputStream());
        } catch (IOException e) {
            report(e);
        } finally {
            ended.run();
            finish();
        }
    }

    private synchronized boolean hold(Socket pod) {
        socket = pod;
        return !aborted;
    }

    /// Queued data is taken even when the pod reads no more: the thread that reads the frames must not wait for
    /// it.
    private void send(Socket pod) {
        try {
            for (byte[] content = queue.take(); content.length > 0; content = queue.take()) {
                try {
                    pod.getOutputStream().write(content);
                } catch (IOException e) {
                    log.debug("A port of a pod accepts no more data: {}", e.getMessage());
                }
            }
            pod.shutdownOutput();
        } catch (IOException e) {
            log.debug("A connection to a port of a pod has ended: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void receive(InputStream pod) throws IOException {
        byte[] bytes = new byte[BUFFER];
        for (int count = read(pod, bytes); count >= 0; count = read(pod, bytes)) {
            client.send(data.number(), bytes, count, false);
        }
    }

    /// A connection that the pod or the client breaks has ended; that is not an error of port forwarding.
    private static int read(InputStream pod, byte[] bytes) {
        try {
            return pod.read(bytes);
        } catch (IOException e) {
            log.debug("A connection to a port of a pod broke: {}", e.getMessage());
            return -1;
        }
    }

    private void report(IOException cause) {
        byte[] text = ports.failure(data.port(), cause).getBytes(StandardCharsets.UTF_8);
        try {
            client.send(error, text, text.length, false);
        } catch (IOException e) {
            log.debug("Cannot report that a port was not forwarded: {}", e.getMessage());
        }
    }

    private void finish() {
        try {
            client.send(data.number(), new byte[0], 0, true);
            client.send(error, new byte[0], 0, true);
        } catch (IOException e) {
            log.debug("The client of a forwarded port disconnected: {}", e.getMessage());
        }
        endInput();
    }

    /// What is queued is dropped, and the thread that sends it to the pod ends.
    private void endInput() {
        queue.clear();
        var _ = queue.offer(END);
    }

    /// The client does not use the connection any more.
    void abort() {
        Socket open;
        synchronized (this) {
            aborted = true;
            open = socket;
        }
        endInput();
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            log.debug("Cannot close a connection to a pod: {}", e.getMessage());
        }
    }
}
