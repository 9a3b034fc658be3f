package dev.stowage.node.eviction;

import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodEvictor;
import dev.stowage.node.runtime.ContainerRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Measures the pods that have a limit of local storage, and evicts those that exceed it. Nothing reports the
/// growth of a directory, so each of these pods is measured every ten seconds; other pods are never measured.
public final class EvictionManager implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(EvictionManager.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofSeconds(10), Duration.ofMinutes(5));
    private static final int WORKERS = 4;

    /// At most this part of the time is spent on measuring.
    private static final int REST = 10;

    private static final long SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

    private final PodEvictor podEvictor;
    private final Duration interval;
    private final Informer<NodePod> pods;
    private final Index<NodePod> byUid;
    private final LocalStorageMeter meter;
    private final WorkQueue<String> queue;

    /// The pods that are in the queue, or will be again.
    private final Set<String> watched = ConcurrentHashMap.newKeySet();

    public EvictionManager(NodeContext nodeContext, ContainerRuntime runtime, PodEvictor podEvictor) {
        this(nodeContext, runtime, podEvictor, INTERVAL);
    }

    EvictionManager(NodeContext nodeContext, ContainerRuntime runtime, PodEvictor podEvictor, Duration interval) {
        this.podEvictor = podEvictor;
        this.interval = interval;
        this.pods = nodeContext.informers().of(NodePod.KIND);
        this.byUid = pods.index(pod -> List.of(pod.uid()));
        this.meter = new LocalStorageMeter(nodeContext.paths(), runtime);
        this.queue = new WorkQueue<>(
                "local-storage", WORKERS, PAUSES, this::work, nodeContext.timer(), nodeContext.queues());
    }

    @Override
    public String name() {
        return "eviction-manager";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        pods.awaitSynced();
        pods.addEventHandler((_, now) -> watch(now));
        queue.start();
    }

    private void watch(@Nullable NodePod pod) {
        if (pod != null && isMeasured(pod) && watched.add(pod.uid())) {
            queue.addAfter(pod.uid(), interval);
        }
    }

    private static boolean isMeasured(NodePod pod) {
        return !pod.isOver()
                && !pod.isBeingDeleted()
                && !LocalStorageLimits.of(pod).isEmpty();
    }

    private ReconcileResult work(String uid) throws InterruptedException {
        Optional<NodePod> found = byUid.get(uid).stream().findFirst().filter(EvictionManager::isMeasured);
        if (found.isEmpty()) {
            watched.remove(uid);
            return ReconcileResult.done();
        }
        NodePod pod = found.get();
        long began = System.nanoTime();
        try {
            EvictionDecision.of(LocalStorageLimits.of(pod), meter.measure(pod))
                    .ifPresent(message -> evict(pod, message));
        } catch (IOException e) {
            return ReconcileResult.retry(
                    "cannot measure the local storage of pod " + pod.shown() + ": " + e.getMessage());
        }
        Duration rest = Duration.ofNanos((System.nanoTime() - began) * REST);
        return ReconcileResult.requeueAfter(rest.compareTo(interval) > 0 ? rest : interval);
    }

    private void evict(NodePod pod, String message) {
        if (pod.spec().path("priority").asLong() >= SYSTEM_CRITICAL_PRIORITY) {
            log.warn("Pod {} is critical and is not evicted: {}", pod.shown(), message);
            return;
        }
        podEvictor.evict(pod.uid(), message);
    }

    @Override
    public void close() {
        queue.close();
    }
}
