package dev.stowage.node.program;

import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.program.Life;
import dev.stowage.kube.program.Part;
import dev.stowage.kube.program.Role;
import dev.stowage.kube.program.Workplace;
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
    private final Life life = new Life();

    NodeRun(NodePlan plan) {
        this.plan = plan;
    }

    int live() throws IOException, InterruptedException {
        return life.live(() -> {
            var _ = begin();
        });
    }

    /// As a part of a process: at its end it takes its pods along.
    Part open(Consumer<String> failed) throws IOException, InterruptedException {
        return life.open(() -> life.atTheEnd(begin()::say), failed);
    }

    private Farewell begin() throws IOException {
        ProcessMetrics.register(metrics);
        ContainerRuntime runtime =
                plan.cri().<ContainerRuntime>map(CriRuntime::new).orElseGet(() -> new ProcessRuntime(plan.paths()));
        life.atTheEnd(runtime::close);
        var workplace = new Workplace(
                plan.cluster().open(), plan.limits(), "stowage-node", plan.node(), metrics, life.ending());
        life.atTheEnd(workplace::close);
        life.atOnce(workplace::cut);
        Shared shared = shared(workplace);
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
        List<Role> roles = List.of(self, plugins, volumes, runner, figures, server);
        workplace.employ(roles);
        workplace.start();
        return new Farewell(runner, runtime, volumes);
    }

    /// Each node of a cluster reads these, so it reads no more than its own where the server can tell.
    private Shared shared(Workplace workplace) {
        String node = plan.node();
        var _ = workplace.mirrors().of(NodePod.KIND, _ -> true, NodePod.selector(node));
        var _ = workplace.mirrors().of(Kinds.NODES, (Node _) -> true, "fieldSelector=metadata.name%3D" + node);
        var _ = workplace
                .mirrors()
                .of(Kinds.ATTACHMENTS, (Attachment found) -> found.nodeName().equals(node), "");
        return new Shared(
                node,
                plan.paths(),
                workplace.api(),
                workplace.mirrors(),
                workplace.recorder("kubelet"),
                metrics,
                workplace.queues(),
                workplace.timer(),
                InstantSource.system(),
                life.ending()::fail);
    }
}
