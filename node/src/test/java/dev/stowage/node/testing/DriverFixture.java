package dev.stowage.node.testing;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A driver on a real socket with the responses that a test sets.
public final class DriverFixture implements NodeDriver, RegisteredDrivers, AutoCloseable {
    public static final String NAME = "test.csi.example.com";

    private final SocketServer server;
    private final SocketClient client;
    private final Set<NodeServiceCapability.RPC.Type> capabilities;

    public DriverFixture(Path folder, NodeGrpc.NodeImplBase node, NodeServiceCapability.RPC.Type... capabilities)
            throws IOException {
        this.capabilities = Set.of(capabilities);
        var endpoint = new CsiEndpoint(folder.resolve("csi.sock"));
        server = SocketServer.start(endpoint, ServerOptions.defaults(), List.of(node));
        client = SocketClient.connect(endpoint, ClientOptions.defaults());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String nodeId() {
        return "node";
    }

    @Override
    public Set<NodeServiceCapability.RPC.Type> capabilities() {
        return capabilities;
    }

    @Override
    public NodeBlockingStub node(Duration timeout) {
        return NodeGrpc.newBlockingStub(client.channel()).withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public Optional<NodeDriver> find(String name) {
        return name.equals(NAME) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Collection<NodeDriver> all() {
        return List.of(this);
    }

    @Override
    public void listen(Consumer<String> listener) {}

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
