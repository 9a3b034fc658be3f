package dev.stowage.node.prober;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ExecResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Runs the handlers of probes and hooks: exec, httpGet, tcpSocket, grpc, sleep. Blocks no longer than the given
/// timeout. Thread-safe.
public final class HandlerRunner implements AutoCloseable {
    private final ContainerRuntime runtime;
    private final HttpProbe pages = new HttpProbe();
    private final GrpcProbe health = new GrpcProbe();

    public HandlerRunner(ContainerRuntime runtime) {
        this.runtime = runtime;
    }

    /// @param handler one of `exec`, `httpGet`, `tcpSocket`, `grpc`, `sleep`
    /// @param container the container's spec, whose ports may be named
    /// @param ip the pod's IP address; empty when it has none
    public ProbeResult call(JsonNode handler, JsonNode container, String containerId, String ip, Duration timeout)
            throws InterruptedException {
        String host = ip.isEmpty() ? "127.0.0.1" : ip;
        if (handler.has("exec")) {
            return execute(handler.path("exec"), containerId, timeout);
        }
        if (handler.has("httpGet")) {
            JsonNode get = handler.path("httpGet");
            return pages.get(get, host, port(get.path("port"), container), timeout);
        }
        if (handler.has("tcpSocket")) {
            JsonNode socket = handler.path("tcpSocket");
            String configured = socket.path("host").asText("");
            return connect(configured.isEmpty() ? host : configured, port(socket.path("port"), container), timeout);
        }
        if (handler.has("grpc")) {
            return health.check(handler.path("grpc"), host, timeout);
        }
        if (handler.has("sleep")) {
            long seconds = handler.path("sleep").path("seconds").asLong();
            var _ = new CountDownLatch(1).await(Math.min(seconds, timeout.toSeconds()), TimeUnit.SECONDS);
            return new ProbeResult(true, "");
        }
        return new ProbeResult(
                false, "unsupported handler: this node supports exec, httpGet, tcpSocket, grpc and sleep");
    }

    private ProbeResult execute(JsonNode exec, String containerId, Duration timeout) throws InterruptedException {
        List<String> command =
                exec.path("command").valueStream().map(one -> one.asText("")).toList();
        try {
            ExecResult result = runtime.execute(containerId, command, timeout);
            return new ProbeResult(result.code() == 0, result.output());
        } catch (IOException e) {
            return new ProbeResult(false, String.valueOf(e.getMessage()));
        }
    }

    private static ProbeResult connect(String host, int port, Duration timeout) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), (int) timeout.toMillis());
            return new ProbeResult(true, "");
        } catch (IOException | IllegalArgumentException e) {
            return new ProbeResult(false, "dial tcp " + host + ":" + port + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        pages.close();
        health.close();
    }

    /// A number, or the name of one of the container's ports; 0 when it has none of that name.
    private static int port(JsonNode port, JsonNode container) {
        if (port.isNumber()) {
            return port.asInt();
        }
        return container
                .path("ports")
                .valueStream()
                .filter(one -> one.path("name").asText("").equals(port.asText("")))
                .mapToInt(one -> one.path("containerPort").asInt())
                .findFirst()
                .orElse(0);
    }
}
