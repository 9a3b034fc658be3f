package dev.stowage.node;

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
import dev.stowage.node.nodestatus.NodeStatusController;
import dev.stowage.node.pluginmanager.PluginManager;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podworker.PodWorker;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.cri.CriRuntime;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.server.NodeServer;
import dev.stowage.node.stats.VolumeStatsCollector;
import dev.stowage.node.subpath.SubPathBindMounts;
import dev.stowage.node.volumemanager.VolumeManager;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// One life of a node.
final class NodeAgent {
    private final NodeOptions plan;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final Lifecycle lifecycle = new Lifecycle();

    NodeAgent(NodeOptions plan) {
        this.plan = plan;
    }

    int run() throws IOException, InterruptedException {
        return lifecycle.run(() -> {
            var _ = begin();
        });
    }

    /// As a part of a process: at its end it takes its pods along.
    RunningComponent open(Consumer<String> failed) throws IOException, InterruptedException {
        return lifecycle.open(() -> lifecycle.onShutdown(begin()::run), failed);
    }

    private NodeTeardown begin() throws IOException {
        ProcessMetrics.register(metrics);
        ContainerRuntime runtime =
                plan.cri().<ContainerRuntime>map(CriRuntime::new).orElseGet(() -> new ProcessRuntime(plan.paths()));
        lifecycle.onShutdown(runtime::close);
        var controllerManager = new ControllerManager(
                plan.cluster().open(), plan.limits(), "stowage-node", plan.node(), metrics, lifecycle.shutdownSignal());
        lifecycle.onShutdown(controllerManager::close);
        lifecycle.onImmediateStop(controllerManager::stopImmediately);
        NodeContext nodeContext = shared(controllerManager);
        // The node tells its port; the server knows it when it listens.
        var port = new CompletableFuture<Integer>();
        var self = new NodeStatusController(nodeContext, plan.status(), runtime, port);
        var plugins = new PluginManager(nodeContext, self);
        var volumes = new VolumeManager(nodeContext, plugins, self, new BuiltInVolumePlugins(nodeContext));
        var runner = new PodWorker(
                nodeContext,
                volumes,
                new SubPathBindMounts(plan.paths()),
                runtime,
                plan.status().address());
        var figures = new VolumeStatsCollector(nodeContext, plugins, runner, volumes);
        var server = new NodeServer(nodeContext, plan.server(), runner, runtime, figures, port);
        List<ControllerRole> roles = List.of(self, plugins, volumes, runner, figures, server);
        controllerManager.addRoles(roles);
        controllerManager.start();
        return new NodeTeardown(runner, runtime, volumes);
    }

    /// Each node of a cluster reads these, so it reads no more than its own where the server can tell.
    private NodeContext shared(ControllerManager controllerManager) {
        String node = plan.node();
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
                plan.paths(),
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
