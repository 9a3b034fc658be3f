package dev.stowage.node.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import dev.stowage.node.Shared;
import dev.stowage.node.ground.ApiGround;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.self.SelfOptions;
import dev.stowage.node.self.SelfReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A node of which only that part works which drivers register with.
final class PluginGround implements AutoCloseable {
    final ApiGround ground;
    final Shared shared;
    final SelfReport node;
    final PluginRegistry plugins;

    private final Path folder;
    private final ProcessRuntime runtime;

    PluginGround(Path folder) throws Exception {
        this.folder = folder;
        ground = new ApiGround(folder);
        KubeletPaths paths = new KubeletPaths(folder, folder.resolve("logs"));
        runtime = new ProcessRuntime(paths);
        shared = ground.shared(paths);
        node = new SelfReport(
                shared,
                new SelfOptions(Map.of(), "127.0.0.1", "localhost", 10),
                runtime,
                CompletableFuture.completedFuture(1));
        plugins = new PluginRegistry(shared, node);
        ground.informers().start();
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
        return ground.api().find(Kinds.CSI_NODES, "", ApiGround.NODE).orElseThrow();
    }

    Node object() throws Exception {
        return ground.api().find(Kinds.NODES, "", ApiGround.NODE).orElseThrow();
    }

    /// What drivers call the node, as the node's object tells.
    String ids() throws Exception {
        return object().meta().annotation("csi.volume.kubernetes.io/nodeid");
    }

    @Override
    public void close() throws IOException {
        plugins.close();
        node.close();
        runtime.close();
        ground.close();
    }
}
