package dev.stowage.node.volumemanager;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.podvolumes.VolumeKey;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The volumes to reconcile, in one queue per driver, so that a driver that hangs delays only its own volumes.
final class DriverQueues implements AutoCloseable {
    static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(122));

    private static final int AT_ONCE = 32;

    private final NodeContext nodeContext;
    private final WorkQueue.Worker<VolumeKey> worker;
    private final Map<String, WorkQueue<VolumeKey>> queues = new HashMap<>();
    private boolean started;
    private boolean closed;

    DriverQueues(NodeContext nodeContext, WorkQueue.Worker<VolumeKey> worker) {
        this.nodeContext = nodeContext;
        this.worker = worker;
    }

    synchronized void start() {
        started = true;
        queues.values().forEach(WorkQueue::start);
    }

    void add(VolumeKey volume) {
        of(volume.driver()).add(volume);
    }

    void addAll(Collection<VolumeKey> volumes) {
        volumes.forEach(this::add);
    }

    void addAfter(VolumeKey volume, Duration delay) {
        of(volume.driver()).addAfter(volume, delay);
    }

    private synchronized WorkQueue<VolumeKey> of(String driver) {
        return queues.computeIfAbsent(driver, _ -> {
            WorkQueue<VolumeKey> made = new WorkQueue<>(
                    "volumes-" + driver, AT_ONCE, PAUSES, worker, nodeContext.timer(), nodeContext.queues());
            if (started && !closed) {
                made.start();
            }
            return made;
        });
    }

    @Override
    public void close() {
        List<WorkQueue<VolumeKey>> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(queues.values());
        }
        all.forEach(WorkQueue::close);
    }
}
