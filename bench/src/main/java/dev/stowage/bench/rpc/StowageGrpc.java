package dev.stowage.bench.rpc;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import io.grpc.Channel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// As every driver and sidecar of ours runs: virtual threads, and all interceptors (log, metrics, limits, deadline).
final class StowageGrpc implements RpcSubject {

    private final SocketServer server;
    private final SocketClient client;

    StowageGrpc(Path socket) throws IOException {
        CsiEndpoint endpoint = new CsiEndpoint(socket);
        server = SocketServer.start(endpoint, ServerOptions.defaults(), List.of(new ProbeService()));
        client = SocketClient.connect(endpoint, ClientOptions.defaults().withWaitForReady(true));
    }

    @Override
    public String name() {
        return "stowage";
    }

    @Override
    public Channel channel() {
        return client.channel();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
