package dev.stowage.linux;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Limits how many calls of one file system are running, so that one that hangs cannot take every thread.
final class BlockingLanes {
    private final int width;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

    BlockingLanes(int width) {
        this.width = width;
    }

    Optional<Permit> enter(String name, long nanos) throws InterruptedException {
        Lane lane = lanes.compute(name, (_, known) -> (known == null ? new Lane(width, 0) : known).joined());
        boolean entered = false;
        try {
            entered = lane.places.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        } finally {
            if (!entered) {
                leave(name);
            }
        }
        return entered ? Optional.of(new Permit(this, name, lane)) : Optional.empty();
    }

    private void leave(String name) {
        lanes.computeIfPresent(name, (_, lane) -> lane.users == 1 ? null : lane.left());
    }

    private record Lane(Semaphore places, int users) {
        Lane(int width, int users) {
            this(new Semaphore(width, true), users);
        }

        Lane joined() {
            return new Lane(places, users + 1);
        }

        Lane left() {
            return new Lane(places, users - 1);
        }
    }

    /// A permit of a lane. Closing it more than once has no further effect.
    static final class Permit implements AutoCloseable {
        private final BlockingLanes blockingLanes;
        private final String name;
        private final Lane lane;
        private final AtomicBoolean open = new AtomicBoolean(true);

        private Permit(BlockingLanes blockingLanes, String name, Lane lane) {
            this.blockingLanes = blockingLanes;
            this.name = name;
            this.lane = lane;
        }

        @Override
        public void close() {
            if (open.compareAndSet(true, false)) {
                lane.places.release();
                blockingLanes.leave(name);
            }
        }
    }
}
