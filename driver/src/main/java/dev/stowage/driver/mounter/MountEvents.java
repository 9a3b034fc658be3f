package dev.stowage.driver.mounter;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Reports mounts to the drivers that watch them. Safe for several threads.
final class MountEvents {
    private static final int MOST = 1024;
    private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

    /// One watching driver.
    final class Subscription implements AutoCloseable {
        private final BlockingQueue<String> names = new ArrayBlockingQueue<>(MOST);

        /// The next share that was mounted.
        Optional<String> next(Duration patience) throws InterruptedException {
            return Optional.ofNullable(names.poll(patience.toNanos(), TimeUnit.NANOSECONDS));
        }

        @Override
        public void close() {
            subscriptions.remove(this);
        }
    }

    Subscription subscribe() {
        Subscription subscription = new Subscription();
        subscriptions.add(subscription);
        return subscription;
    }

    /// A driver that does not read is cut off: it connects again and then gets the names of all mounts.
    void mounted(String name) {
        for (Subscription each : List.copyOf(subscriptions)) {
            if (!each.names.offer(name)) {
                each.close();
            }
        }
    }

    boolean isOpen(Subscription subscription) {
        return subscriptions.contains(subscription);
    }
}
