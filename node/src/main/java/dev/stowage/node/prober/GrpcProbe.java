package dev.stowage.node.prober;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.TcpClients;
import dev.stowage.flags.GoDuration;
import dev.stowage.node.prober.health.v1.HealthCheckRequest;
import dev.stowage.node.prober.health.v1.HealthCheckResponse;
import dev.stowage.node.prober.health.v1.HealthGrpc;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs a gRPC probe: one call of `grpc.health.v1.Health/Check` without TLS, whose answer must be SERVING. The
/// messages are the kubelet's. Thread-safe.
final class GrpcProbe implements AutoCloseable {
    private static final int MAX_PORT = 65535;

    private @Nullable TcpClients clients;
    private boolean closed;

    ProbeResult check(JsonNode probe, String host, Duration timeout) throws InterruptedException {
        int port = probe.path("port").asInt();
        if (port <= 0 || port > MAX_PORT) {
            return new ProbeResult(false, "invalid port number: " + port);
        }
        String address = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        String time = GoDuration.string(timeout);
        long end = System.nanoTime() + timeout.toNanos();
        ManagedChannel channel = clients().connect(new InetSocketAddress(host, port));
        try {
            // The kubelet keeps trying until the timeout, too.
            if (!TcpClients.awaitConnected(channel, timeout)) {
                return new ProbeResult(
                        false,
                        "timeout: failed to connect service \"" + address + "\" within " + time
                                + ": context deadline exceeded");
            }
            return answer(channel, probe.path("service").asText(""), end - System.nanoTime(), time);
        } finally {
            channel.shutdownNow();
        }
    }

    private static ProbeResult answer(ManagedChannel channel, String service, long nanos, String time)
            throws InterruptedException {
        try {
            HealthCheckResponse answer = HealthGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(nanos, TimeUnit.NANOSECONDS)
                    .check(HealthCheckRequest.newBuilder().setService(service).build());
            return answer.getStatus() == HealthCheckResponse.ServingStatus.SERVING
                    ? new ProbeResult(true, "service healthy")
                    : new ProbeResult(false, "service unhealthy (responded with \"" + answer.getStatus() + "\")");
        } catch (StatusRuntimeException e) {
            if (Thread.interrupted()) {
                var interrupted = new InterruptedException("interrupted during a probe");
                interrupted.initCause(e);
                throw interrupted;
            }
            return new ProbeResult(
                    false,
                    switch (e.getStatus().getCode()) {
                        case UNIMPLEMENTED ->
                            "error: this server does not implement the grpc health protocol (grpc.health.v1.Health): "
                                    + RpcErrorText.message(e.getStatus());
                        case DEADLINE_EXCEEDED -> "timeout: health rpc did not complete within " + time;
                        default -> "error: health rpc probe failed: " + RpcErrorText.of(e);
                    });
        }
    }

    /// The first probe creates them: most nodes have no pod with such a probe.
    private synchronized TcpClients clients() throws InterruptedException {
        if (closed) {
            throw new InterruptedException("the prober was closed");
        }
        if (clients == null) {
            clients = new TcpClients("kube-probe/1.36");
        }
        return clients;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (clients != null) {
            clients.close();
        }
    }
}
