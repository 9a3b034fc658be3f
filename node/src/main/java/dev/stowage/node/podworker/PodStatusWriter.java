package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Writes the status of pods to the API server: one write per pod at a time, and changes in the meantime are
/// written with the next one.
final class PodStatusWriter implements AutoCloseable {
    private static final int WRITERS = 16;
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(10));

    private final NodeContext nodeContext;
    private final Function<String, Optional<Draft>> drafts;
    private final WorkQueue<String> queue;

    private final Map<String, Instant> since = new ConcurrentHashMap<>();

    /// A status that the server does not have.
    ///
    /// @param patience how long it may wait for more
    record Draft(NodePod pod, ObjectNode status, Duration patience) {}

    /// @param drafts what is to be written of a pod now; empty when the server knows all
    PodStatusWriter(NodeContext nodeContext, Function<String, Optional<Draft>> drafts) {
        this.nodeContext = nodeContext;
        this.drafts = drafts;
        this.queue =
                new WorkQueue<>("pod-status", WRITERS, PAUSES, this::write, nodeContext.timer(), nodeContext.queues());
    }

    void start() {
        queue.start();
    }

    /// The status may have changed.
    void enqueue(String uid) {
        queue.add(uid);
    }

    private ReconcileResult write(String uid) throws InterruptedException {
        Optional<Draft> draft = drafts.apply(uid);
        if (draft.isEmpty()) {
            since.remove(uid);
            return ReconcileResult.done();
        }
        Instant now = nodeContext.clock().instant();
        Instant first = since.computeIfAbsent(uid, _ -> now);
        Instant due = first.plus(draft.get().patience());
        // A clock that was set back meanwhile delays nothing.
        if (due.isAfter(now) && !first.isAfter(now)) {
            return ReconcileResult.requeueAfter(Duration.between(now, due));
        }
        since.remove(uid);
        NodePod pod = draft.get().pod();
        ObjectNode body = Json.object();
        body.set("status", whole(draft.get().status()));
        try {
            nodeContext
                    .informers()
                    .of(NodePod.KIND)
                    .patch(pod, Patch.strategic(body).status().onlyIfSame(pod));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            // The name belongs to another pod now; the informer will deliver it.
            return e.isNotFound() || e.isConflict()
                    ? ReconcileResult.done()
                    : ReconcileResult.retry("cannot update the status of pod " + pod.shown() + ": " + e.getMessage());
        }
    }

    /// The server merges addresses, so those that an earlier kubelet wrote would stay beside ours.
    private static ObjectNode whole(ObjectNode status) {
        ObjectNode written = status.deepCopy();
        for (String list : List.of("hostIPs", "podIPs")) {
            if (written.get(list) instanceof ArrayNode addresses) {
                addresses.addObject().put("$patch", "replace");
            }
        }
        return written;
    }

    @Override
    public void close() {
        queue.close();
    }
}
