package dev.stowage.node.pluginmanager;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.nodestatus.RegisteredNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Watches the registration directory and maintains the registered drivers. Each socket has its own worker, so
/// that a driver that hangs does not affect the others.
public final class PluginManager implements ControllerRole, RegisteredDrivers {
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(122));
    private static final int WORKERS = 256;
    private static final String PART = "CSINode";

    /// The keys of the work queue.
    private sealed interface QueueKey {
        /// The CSINode itself, before any driver is in it.
        record CsiNode() implements QueueKey {}

        record Socket(Path path) implements QueueKey {}

        /// Refreshes the info of a registered driver.
        record Refresh(String driver) implements QueueKey {}
    }

    private final NodeContext nodeContext;
    private final RegisteredNode node;
    private final PluginTable table = new PluginTable();
    private final CsiNodeWriter csiNode;
    private final DriverRegistration driverRegistration;
    private final AllocatableRefresher allocatableRefresher;
    private final WorkQueue<QueueKey> queue;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private @Nullable PluginWatcher folder;

    public PluginManager(NodeContext nodeContext, RegisteredNode node) {
        this.nodeContext = nodeContext;
        this.node = node;
        this.csiNode = new CsiNodeWriter(nodeContext.api(), nodeContext.node());
        this.queue = new WorkQueue<>("plugins", WORKERS, PAUSES, this::work, nodeContext.timer(), nodeContext.queues());
        this.driverRegistration = new DriverRegistration(
                nodeContext, node, table, csiNode, this::changed, driver -> queue.add(new QueueKey.Refresh(driver)));
        this.allocatableRefresher = new AllocatableRefresher(
                nodeContext, name -> table.find(name).isPresent(), driver -> queue.add(new QueueKey.Refresh(driver)));
        node.setNotReady(PART, "CSINode is not yet initialized");
    }

    @Override
    public String name() {
        return "plugin-manager";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        queue.start();
        queue.add(new QueueKey.CsiNode());
        allocatableRefresher.start();
        try {
            folder = PluginWatcher.watch(nodeContext.paths().pluginRegistry(), this::see);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot watch " + nodeContext.paths().pluginRegistry() + ": " + e.getMessage(), e);
        }
    }

    private void see(Map<Path, SocketIdentity> sockets) {
        table.update(sockets).forEach(socket -> queue.add(new QueueKey.Socket(socket)));
    }

    private ReconcileResult work(QueueKey queueKey) throws InterruptedException {
        try {
            switch (queueKey) {
                case QueueKey.CsiNode() -> own();
                case QueueKey.Socket(Path path) -> socket(path);
                case QueueKey.Refresh(String driver) -> again(driver);
            }
            return ReconcileResult.done();
        } catch (RegistrationException | ApiFailure | IllegalStateException e) {
            return ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private void own() throws ApiFailure, InterruptedException {
        try {
            csiNode.initialize(node.awaitUid());
            node.setNotReady(PART, "");
        } catch (ApiFailure | IllegalStateException e) {
            node.setNotReady(PART, "failed to initialize CSINode: " + e.getMessage());
            throw e;
        }
    }

    private void socket(Path socket) throws RegistrationException, ApiFailure, InterruptedException {
        for (PluginAction pluginAction : table.actions(socket)) {
            switch (pluginAction) {
                case PluginAction.Unregister() -> driverRegistration.unregister(socket);
                case PluginAction.Register(SocketIdentity socketIdentity) ->
                    driverRegistration.register(socket, socketIdentity);
            }
        }
    }

    private void again(String driver) throws RegistrationException, ApiFailure, InterruptedException {
        Optional<RegisteredDriver> found = table.find(driver);
        if (found.isPresent()) {
            driverRegistration.refresh(found.get());
        }
    }

    private void changed(String driver) {
        allocatableRefresher.reschedule(driver);
        listeners.forEach(listener -> listener.accept(driver));
    }

    /// The Node and CSINode objects stay: the drivers still run when the node is started again.
    @Override
    public void close() {
        if (folder != null) {
            folder.close();
        }
        allocatableRefresher.stop();
        queue.close();
        table.all().forEach(driver -> driver.driver().close());
    }

    @Override
    public Optional<NodeDriver> find(String name) {
        return table.find(name).map(RegisteredDriver::driver);
    }

    @Override
    public Collection<NodeDriver> all() {
        return table.all().stream().<NodeDriver>map(RegisteredDriver::driver).toList();
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }
}
