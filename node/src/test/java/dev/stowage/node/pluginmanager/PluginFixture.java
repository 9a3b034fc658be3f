package dev.stowage.node.pluginmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.nodestatus.NodeStatusController;
import dev.stowage.node.nodestatus.NodeStatusOptions;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.testing.ApiServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A node with only the part that registers drivers.
final class PluginFixture implements AutoCloseable {
    final ApiServerFixture apiServer;
    final NodeContext nodeContext;
    final NodeStatusController node;
    final PluginManager plugins;

    private final Path folder;
    private final ProcessRuntime runtime;

    PluginFixture(Path folder) throws Exception {
        this.folder = folder;
        apiServer = new ApiServerFixture(folder);
        KubeletPaths paths = new KubeletPaths(folder, folder.resolve("logs"));
        runtime = new ProcessRuntime(paths);
        nodeContext = apiServer.shared(paths);
        node = new NodeStatusController(
                nodeContext,
                new NodeStatusOptions(Map.of(), "127.0.0.1", "localhost", 10),
                runtime,
                CompletableFuture.completedFuture(1));
        plugins = new PluginManager(nodeContext, node);
        apiServer.informers().start();
        Files.createDirectories(registry());
    }

    void start() throws InterruptedException {
        node.start();
        plugins.start();
    }

    Path registry() {
        return folder.resolve("plugins_registry");
    }

    TestPlugin plugin(String name) throws Exception {
        return new TestPlugin(registry().resolve(name + "-reg.sock"), folder.resolve(name + ".sock"), name);
    }

    static RegistrationStatus verdict(TestPlugin plugin) throws InterruptedException {
        RegistrationStatus verdict = plugin.verdicts.poll(60, TimeUnit.SECONDS);
        assertThat(verdict).isNotNull();
        return verdict;
    }

    CsiNode csiNode() throws Exception {
        return apiServer.api().find(Kinds.CSI_NODES, "", ApiServerFixture.NODE).orElseThrow();
    }

    Node object() throws Exception {
        return apiServer.api().find(Kinds.NODES, "", ApiServerFixture.NODE).orElseThrow();
    }

    /// The node IDs of drivers in the Node object.
    String ids() throws Exception {
        return object().meta().annotation("csi.volume.kubernetes.io/nodeid");
    }

    @Override
    public void close() throws IOException {
        plugins.close();
        node.close();
        runtime.close();
        apiServer.close();
    }
}
