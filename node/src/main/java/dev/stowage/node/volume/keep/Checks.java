package dev.stowage.node.volume.keep;

import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.Shared;
import dev.stowage.node.volume.want.VolumeKey;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Has mounts looked at from time to time: a server that dies tells nobody.
final class Checks implements AutoCloseable {
    private static final int AT_ONCE = 8;
    private static final long SECONDS = 60;

    private final Shared shared;
    private final World world;
    private final WorkQueue<VolumeKey> queue;
    private @Nullable Future<?> rounds;

    Checks(Shared shared, World world, Mending mending) {
        this.shared = shared;
        this.world = world;
        this.queue = new WorkQueue<>(
                "volume-checks", AT_ONCE, VolumeQueues.PAUSES, mending::look, shared.timer(), shared.queues());
    }

    synchronized void start() {
        queue.start();
        rounds = shared.timer()
                .scheduleWithFixedDelay(() -> world.volumes().forEach(queue::add), SECONDS, SECONDS, TimeUnit.SECONDS);
    }

    /// What served mounts may have gone with the driver that was here before.
    void driverChanged(String driver) {
        world.volumes().stream()
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
