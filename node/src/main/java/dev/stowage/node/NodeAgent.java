package dev.stowage.node;

import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.node.builtinvolume.BuiltInVolumePlugins;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.eviction.EvictionManager;
import dev.stowage.node.nodestatus.NodeStatusController;
import dev.stowage.node.pluginmanager.PluginManager;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podworker.PodWorker;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.cri.CriRuntime;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.server.NodeServer;
import dev.stowage.node.staticpod.StaticPods;
import dev.stowage.node.stats.VolumeStatsCollector;
import dev.stowage.node.subpath.SubPathBindMounts;
import dev.stowage.node.volumemanager.VolumeManager;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Connects all parts of a node and runs them.
final class NodeAgent {
    private final NodeOptions options;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final Lifecycle lifecycle = new Lifecycle();

    NodeAgent(NodeOptions options) {
        this.options = options;
    }

    int run() throws IOException, InterruptedException {
        return lifecycle.run(() -> {
            var _ = start();
        });
    }

    /// As a component of a process: it stops its pods when it is closed.
    RunningComponent open(Consumer<String> failed) throws IOException, InterruptedException {
        return lifecycle.open(() -> lifecycle.onShutdown(start()::run), failed);
    }

    private NodeTeardown start() throws IOException {
        ProcessMetrics.register(metrics);
        // Before anything is created: without a cluster there is nothing to do.
        ClusterAccess cluster = options.cluster().open();
        ContainerRuntime runtime = options.cri()
                .<ContainerRuntime>map(CriRuntime::new)
                .orElseGet(() -> new ProcessRuntime(options.paths()));
        lifecycle.onShutdown(runtime::close);
        var controllerManager = new ControllerManager(
                cluster, options.limits(), "stowage-node", options.node(), metrics, lifecycle.shutdownSignal());
        lifecycle.onShutdown(controllerManager::close);
        lifecycle.onImmediateStop(controllerManager::stopImmediately);
        NodeContext nodeContext = nodeContext(controllerManager);
        // The node status contains the port, which is known when the server listens.
        var port = new CompletableFuture<Integer>();
        var nodeStatus = new NodeStatusController(nodeContext, options.status(), runtime, port);
        var plugins = new PluginManager(nodeContext, nodeStatus);
        var volumes = new VolumeManager(nodeContext, plugins, nodeStatus, new BuiltInVolumePlugins(nodeContext));
        var podWorker = new PodWorker(
                nodeContext,
                volumes,
                new SubPathBindMounts(options.paths()),
                runtime,
                options.status().address(),
                options.manifests()
                        .map(path -> StaticPods.in(path, options.node(), InstantSource.system()))
                        .orElseGet(StaticPods::none));
        var evictionManager = new EvictionManager(nodeContext, runtime, podWorker);
        var volumeStats = new VolumeStatsCollector(nodeContext, plugins, podWorker, volumes);
        var server = new NodeServer(nodeContext, options.server(), podWorker, runtime, volumeStats, port);
        List<ControllerRole> roles =
                List.of(nodeStatus, plugins, volumes, podWorker, evictionManager, volumeStats, server);
        controllerManager.addRoles(roles);
        controllerManager.start();
        return new NodeTeardown(podWorker, runtime, volumes);
    }

    /// Every node of a cluster watches these kinds, so each watches only its own objects where the API can
    /// select them.
    private NodeContext nodeContext(ControllerManager controllerManager) {
        String node = options.node();
        var _ = controllerManager.informers().of(NodePod.KIND, _ -> true, NodePod.selector(node));
        var _ = controllerManager
                .informers()
                .of(Kinds.NODES, (Node _) -> true, "fieldSelector=metadata.name%3D" + node);
        var _ = controllerManager
                .informers()
                .of(
                        Kinds.ATTACHMENTS,
                        (VolumeAttachment found) -> found.nodeName().equals(node),
                        "");
        return new NodeContext(
                node,
                options.paths(),
                controllerManager.api(),
                controllerManager.informers(),
                controllerManager.recorder("kubelet"),
                metrics,
                controllerManager.queues(),
                controllerManager.timer(),
                InstantSource.system(),
                lifecycle.shutdownSignal()::fail);
    }
}
