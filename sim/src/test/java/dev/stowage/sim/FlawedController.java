package dev.stowage.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sim.model.SimulationConstants;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// A controller with one bug, to verify that the checks fail.
final class FlawedController<T extends KubeObject> implements ControllerRole {
    private final Informer<T> informer;
    private final WorkQueue<NamespacedName> queue;

    private FlawedController(ControllerContext controllerContext, Kind<T> kind, Function<T, List<ClusterAction>> flaw) {
        informer = controllerContext.informers().of(kind);
        queue = new WorkQueue<>(
                "bungler",
                1,
                new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                key -> {
                    var found = informer.find(key);
                    if (found.isPresent()) {
                        controllerContext.executor().execute(flaw.apply(found.get()));
                    }
                    return ReconcileResult.done();
                },
                controllerContext.timer(),
                controllerContext.queues());
        informer.addEventHandler((_, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
    }

    /// Deletes attachments that a kubelet still uses.
    static ControllerRole detaching(ControllerContext controllerContext) {
        return new FlawedController<>(
                controllerContext,
                Kinds.ATTACHMENTS,
                attachment -> attachment.attached()
                        ? List.of(new ClusterAction.Delete<>(Kinds.ATTACHMENTS, attachment))
                        : List.of());
    }

    /// Attaches an attached volume to a second node.
    static ControllerRole attaching(ControllerContext controllerContext) {
        return new FlawedController<>(controllerContext, Kinds.ATTACHMENTS, FlawedController::twin);
    }

    private static List<ClusterAction> twin(VolumeAttachment attachment) {
        if (!attachment.attached() || attachment.meta().name().startsWith("twin-")) {
            return List.of();
        }
        ObjectNode twin = SimulationConstants.json("""
                {"metadata": {"name": "twin-%s"},
                 "spec": {"attacher": "%s", "nodeName": "%s", "source": {"persistentVolumeName": "%s"}}}
                """.formatted(
                        attachment.meta().name(),
                        SimulationConstants.DRIVER,
                        attachment.nodeName().equals("node-1") ? "node-2" : "node-1",
                        attachment.volumeName()));
        return List.of(new ClusterAction.Create<>(Kinds.ATTACHMENTS, "", twin));
    }

    /// Binds a claim to a volume that is bound to another.
    static ControllerRole stealing(ControllerContext controllerContext) {
        return new FlawedController<>(controllerContext, Kinds.VOLUMES, FlawedController::steal);
    }

    private static List<ClusterAction> steal(PersistentVolume volume) {
        return volume.phase().equals("Bound")
                ? List.of(new ClusterAction.PatchObject<>(
                        Kinds.VOLUMES,
                        volume,
                        Patch.merge(SimulationConstants.json(
                                "{\"spec\": {\"claimRef\": {\"name\": \"other\", \"uid\": \"other\"}}}"))))
                : List.of();
    }

    @Override
    public String name() {
        return "bungler";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        informer.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
