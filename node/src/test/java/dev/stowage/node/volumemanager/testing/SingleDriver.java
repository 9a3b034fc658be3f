package dev.stowage.node.volumemanager.testing;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One driver that is registered or not.
public final class SingleDriver implements RegisteredDrivers, AutoCloseable {
    private final String name;
    private final SocketClient client;
    private final Set<NodeServiceCapability.RPC.Type> capabilities;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean registered = true;

    public SingleDriver(String name, Path socket) {
        this.name = name;
        this.client = SocketClient.connect(
                new CsiEndpoint(socket), ClientOptions.defaults().withWaitForReady(true));
        this.capabilities = NodeGrpc.newBlockingStub(client.channel())
                .nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance())
                .getCapabilitiesList()
                .stream()
                .map(capability -> capability.getRpc().getType())
                .collect(Collectors.toSet());
    }

    public SocketClient client() {
        return client;
    }

    public void register(boolean now) {
        registered = now;
        listeners.forEach(listener -> listener.accept(name));
    }

    @Override
    public Optional<NodeDriver> find(String desired) {
        return registered && desired.equals(name) ? Optional.of(new One()) : Optional.empty();
    }

    @Override
    public Collection<NodeDriver> all() {
        return find(name).stream().toList();
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public void close() {
        client.close();
    }

    private final class One implements NodeDriver {
        @Override
        public String name() {
            return name;
        }

        @Override
        public String nodeId() {
            return "n1";
        }

        @Override
        public Set<NodeServiceCapability.RPC.Type> capabilities() {
            return capabilities;
        }

        @Override
        public NodeBlockingStub node(Duration timeout) {
            return NodeGrpc.newBlockingStub(client.channel())
                    .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
