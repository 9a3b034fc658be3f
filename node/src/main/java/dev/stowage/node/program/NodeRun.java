package dev.stowage.node.program;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.node.Shared;
import dev.stowage.node.figures.FigureRounds;
import dev.stowage.node.local.NodeLocalVolumes;
import dev.stowage.node.plugin.PluginRegistry;
import dev.stowage.node.run.PodRunner;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.cri.CriRuntime;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.self.SelfReport;
import dev.stowage.node.serve.NodeServer;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.subpath.KubeletSubPaths;
import dev.stowage.node.volume.VolumeCare;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// One life of a node.
final class NodeRun {
    private final NodePlan plan;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final Lifecycle lifecycle = new Lifecycle();

    NodeRun(NodePlan plan) {
        this.plan = plan;
    }

    int live() throws IOException, InterruptedException {
        return lifecycle.run(() -> {
            var _ = begin();
        });
    }

    /// As a part of a process: at its end it takes its pods along.
    RunningComponent open(Consumer<String> failed) throws IOException, InterruptedException {
        return lifecycle.open(() -> lifecycle.onShutdown(begin()::say), failed);
    }

    private Farewell begin() throws IOException {
        ProcessMetrics.register(metrics);
        ContainerRuntime runtime =
                plan.cri().<ContainerRuntime>map(CriRuntime::new).orElseGet(() -> new ProcessRuntime(plan.paths()));
        lifecycle.onShutdown(runtime::close);
        var controllerManager = new ControllerManager(
                plan.cluster().open(), plan.limits(), "stowage-node", plan.node(), metrics, lifecycle.shutdownSignal());
        lifecycle.onShutdown(controllerManager::close);
        lifecycle.onImmediateStop(controllerManager::stopImmediately);
        Shared shared = shared(controllerManager);
        // The node tells its port; the server knows it when it listens.
        var port = new CompletableFuture<Integer>();
        var self = new SelfReport(shared, plan.self(), runtime, port);
        var plugins = new PluginRegistry(shared, self);
        var volumes = new VolumeCare(shared, plugins, self, new NodeLocalVolumes(shared));
        var runner = new PodRunner(
                shared,
                volumes,
                new KubeletSubPaths(plan.paths()),
                runtime,
                plan.self().address());
        var figures = new FigureRounds(shared, plugins, runner, volumes);
        var server = new NodeServer(shared, plan.serve(), runner, runtime, figures, port);
        List<ControllerRole> roles = List.of(self, plugins, volumes, runner, figures, server);
        controllerManager.addRoles(roles);
        controllerManager.start();
        return new Farewell(runner, runtime, volumes);
    }

    /// Each node of a cluster reads these, so it reads no more than its own where the server can tell.
    private Shared shared(ControllerManager controllerManager) {
        String node = plan.node();
        var _ = controllerManager.informers().of(NodePod.KIND, _ -> true, NodePod.selector(node));
        var _ = controllerManager.informers().of(Kinds.NODES, (Node _) -> true, "fieldSelector=metadata.name%3D" + node);
        var _ = controllerManager
                .informers()
                .of(Kinds.ATTACHMENTS, (VolumeAttachment found) -> found.nodeName().equals(node), "");
        return new Shared(
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
