package dev.stowage.node.volumemanager;

import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.podvolumes.VolumeKey;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Checks mounts periodically, because nothing reports that the server behind a mount died.
final class MountHealthMonitor implements AutoCloseable {
    private static final int AT_ONCE = 8;
    private static final long SECONDS = 60;

    private final NodeContext nodeContext;
    private final StateOfWorld stateOfWorld;
    private final WorkQueue<VolumeKey> queue;
    private @Nullable Future<?> rounds;

    MountHealthMonitor(NodeContext nodeContext, StateOfWorld stateOfWorld, MountRepair mountRepair) {
        this.nodeContext = nodeContext;
        this.stateOfWorld = stateOfWorld;
        this.queue = new WorkQueue<>(
                "volume-checks",
                AT_ONCE,
                DriverQueues.PAUSES,
                mountRepair::check,
                nodeContext.timer(),
                nodeContext.queues());
    }

    synchronized void start() {
        queue.start();
        rounds = nodeContext
                .timer()
                .scheduleWithFixedDelay(
                        () -> stateOfWorld.volumes().forEach(queue::add), SECONDS, SECONDS, TimeUnit.SECONDS);
    }

    /// The server of the mounts may have ended with the previous driver process.
    void driverChanged(String driver) {
        stateOfWorld.volumes().stream()
                .filter(volume -> volume.driver().equals(driver))
                .forEach(queue::add);
    }

    @Override
    public synchronized void close() {
        if (rounds != null) {
            rounds.cancel(false);
        }
        queue.close();
    }
}
