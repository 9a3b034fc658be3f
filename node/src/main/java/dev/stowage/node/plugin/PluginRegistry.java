package dev.stowage.node.plugin;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.Shared;
import dev.stowage.node.self.RegisteredNode;
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

/// Watches the registration folder, and keeps the drivers that register there. Each socket has a worker to itself: one
/// that hangs or lies harms no other.
public final class PluginRegistry implements ControllerRole, Drivers {
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(122));
    private static final int WORKERS = 256;
    private static final String PART = "CSINode";

    /// What there is to look at.
    private sealed interface Look {
        /// The CSINode itself, before any driver is in it.
        record Own() implements Look {}

        record Socket(Path path) implements Look {}

        /// What a registered driver says of itself.
        record Again(String driver) implements Look {}
    }

    private final Shared shared;
    private final RegisteredNode node;
    private final PluginTable table = new PluginTable();
    private final CsiNodeWriter csiNode;
    private final Enrolment enrolment;
    private final Refreshing refreshing;
    private final WorkQueue<Look> queue;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private @Nullable RegistryFolder folder;

    public PluginRegistry(Shared shared, RegisteredNode node) {
        this.shared = shared;
        this.node = node;
        this.csiNode = new CsiNodeWriter(shared.api(), shared.node());
        this.queue = new WorkQueue<>("plugins", WORKERS, PAUSES, this::work, shared.timer(), shared.queues());
        this.enrolment =
                new Enrolment(shared, node, table, csiNode, this::changed, driver -> queue.add(new Look.Again(driver)));
        this.refreshing = new Refreshing(
                shared, name -> table.find(name).isPresent(), driver -> queue.add(new Look.Again(driver)));
        node.hold(PART, "CSINode is not yet initialized");
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
        queue.add(new Look.Own());
        refreshing.start();
        try {
            folder = RegistryFolder.watch(shared.paths().registry(), this::see);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the folder " + shared.paths().registry() + " cannot be watched: " + e.getMessage(), e);
        }
    }

    private void see(Map<Path, Mark> sockets) {
        table.see(sockets).forEach(socket -> queue.add(new Look.Socket(socket)));
    }

    private ReconcileResult work(Look look) throws InterruptedException {
        try {
            switch (look) {
                case Look.Own() -> own();
                case Look.Socket(Path path) -> socket(path);
                case Look.Again(String driver) -> again(driver);
            }
            return ReconcileResult.done();
        } catch (PluginTrouble | ApiFailure | IllegalStateException e) {
            return ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private void own() throws ApiFailure, InterruptedException {
        try {
            csiNode.initialize(node.awaitUid());
            node.hold(PART, "");
        } catch (ApiFailure | IllegalStateException e) {
            node.hold(PART, "failed to initialize CSINode: " + e.getMessage());
            throw e;
        }
    }

    private void socket(Path socket) throws PluginTrouble, ApiFailure, InterruptedException {
        for (Step step : table.steps(socket)) {
            switch (step) {
                case Step.Unregister() -> enrolment.unregister(socket);
                case Step.Register(Mark mark) -> enrolment.register(socket, mark);
            }
        }
    }

    private void again(String driver) throws PluginTrouble, ApiFailure, InterruptedException {
        Optional<Registered> found = table.find(driver);
        if (found.isPresent()) {
            enrolment.refresh(found.get());
        }
    }

    private void changed(String driver) {
        refreshing.look(driver);
        listeners.forEach(listener -> listener.accept(driver));
    }

    /// The cluster keeps what it was told: the drivers are still there when the node comes back.
    @Override
    public void close() {
        if (folder != null) {
            folder.close();
        }
        refreshing.stop();
        queue.close();
        table.all().forEach(driver -> driver.driver().close());
    }

    @Override
    public Optional<NodeDriver> find(String name) {
        return table.find(name).map(Registered::driver);
    }

    @Override
    public Collection<NodeDriver> all() {
        return table.all().stream().<NodeDriver>map(Registered::driver).toList();
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }
}
