package dev.stowage.node.staticpod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.StaticPodAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// Keeps one mirror pod in the API for each static pod, so that users see it. A deleted one is recreated; it is
/// deleted when the static pod has ended.
public final class MirrorPods implements AutoCloseable {
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(10));

    private final NodeContext nodeContext;
    private final Informer<NodePod> informer;
    private final StaticPods staticPods;
    private final Predicate<String> runs;
    private final WorkQueue<NamespacedName> queue;

    /// @param runs whether the node still has something of the pod with that UID
    public MirrorPods(
            NodeContext nodeContext, Informer<NodePod> informer, StaticPods staticPods, Predicate<String> runs) {
        this.nodeContext = nodeContext;
        this.informer = informer;
        this.staticPods = staticPods;
        this.runs = runs;
        this.queue =
                new WorkQueue<>("mirror-pods", 1, PAUSES, this::reconcile, nodeContext.timer(), nodeContext.queues());
    }

    /// Also deletes mirror pods of an earlier run whose files are gone.
    public void start() {
        informer.addEventHandler((before, now) -> {
            NodePod pod = now == null ? before : now;
            if (pod != null
                    && (PodSources.isMirror(pod)
                            || staticPods.find(pod.meta().key()).isPresent())) {
                queue.add(pod.meta().key());
            }
        });
        enqueueAll();
        queue.start();
    }

    /// Files changed.
    public void enqueueAll() {
        staticPods.all().forEach(pod -> queue.add(pod.meta().key()));
        informer.all().stream()
                .filter(PodSources::isMirror)
                .forEach(pod -> queue.add(pod.meta().key()));
    }

    public void enqueue(NodePod pod) {
        queue.add(pod.meta().key());
    }

    private ReconcileResult reconcile(NamespacedName key) throws InterruptedException {
        NodePod wanted = staticPods.find(key).orElse(null);
        NodePod found = informer.find(key).orElse(null);
        try {
            switch (MirrorDecision.of(wanted, found, runs)) {
                case MirrorAction.Nothing _ -> {}
                case MirrorAction.Delete(NodePod mirror) -> {
                    // The informer reports its end, which a finalizer may delay.
                    var _ = informer.delete(mirror, DeleteOptions.defaults().withGracePeriod(0));
                }
                case MirrorAction.Create(NodePod staticPod) -> {
                    Optional<String> node = nodeUid();
                    if (node.isEmpty()) {
                        return ReconcileResult.retry("cannot create mirror pod " + key + ": node " + nodeContext.node()
                                + " is not registered yet");
                    }
                    var _ = informer.create(key.namespace(), mirror(staticPod, node.get()));
                }
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return ReconcileResult.retry("cannot update mirror pod " + key + ": " + e.getMessage());
        }
    }

    private Optional<String> nodeUid() {
        return nodeContext
                .informers()
                .of(Kinds.NODES)
                .find(nodeContext.node())
                .map(node -> node.meta().uid());
    }

    private ObjectNode mirror(NodePod pod, String nodeUid) {
        ObjectNode object = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode meta = object.putObject("metadata")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace());
        pod.meta().labels().forEach(meta.putObject("labels")::put);
        ObjectNode annotations = meta.putObject("annotations");
        pod.meta().annotations().forEach(annotations::put);
        annotations.put(StaticPodAnnotations.MIRROR, pod.uid());
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", nodeContext.node())
                .put("uid", nodeUid)
                .put("controller", true);
        object.set("spec", pod.spec());
        return object;
    }

    @Override
    public void close() {
        queue.close();
    }
}
