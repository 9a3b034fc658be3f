package dev.stowage.apiserver.apiextensions;

import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectChange;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.SlowWatcherException;
import dev.stowage.apiserver.storage.StorageWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches CustomResourceDefinitions on one thread until it is closed, whatever goes wrong: a server that serves no
/// new definition any more looks healthy otherwise.
final class DefinitionReflector implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DefinitionReflector.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final ObjectStore objectStore;
    private final Duration pause;
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;

    /// What is to be done. All calls are from one thread.
    interface Listener {
        /// Considers all definitions again.
        ///
        /// @return the revision at which all of them were read
        long listAll() throws InterruptedException;

        void changed(ObjectChange objectChange) throws InterruptedException;

        /// Whether something could not be done for now.
        boolean hasFailed();

        /// Tries that again.
        void retry() throws InterruptedException;
    }

    /// @param pause after a failure
    DefinitionReflector(ObjectStore objectStore, Duration pause) {
        this.objectStore = objectStore;
        this.pause = pause;
    }

    /// Returns when all definitions were considered, and continues with their changes.
    void start(Listener listener) throws InterruptedException {
        long revision = listener.listAll();
        thread = Thread.ofVirtual().name("custom-resources").start(() -> run(listener, revision));
    }

    private void run(Listener listener, long from) {
        OptionalLong known = OptionalLong.of(from);
        while (true) {
            try {
                long revision = known.isPresent() ? known.getAsLong() : listener.listAll();
                known = OptionalLong.empty();
                follow(listener, revision);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            } catch (RevisionCompactedException | SlowWatcherException | FutureRevisionException _) {
                log.info("Listing all CustomResourceDefinitions again: some changes were missed.");
            } catch (IOException | RuntimeException e) {
                if (isClosedAfterPause()) {
                    return;
                }
                log.warn("Cannot watch CustomResourceDefinitions; listing all of them again.", e);
            }
        }
    }

    private boolean isClosedAfterPause() {
        try {
            return closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void follow(Listener listener, long revision)
            throws RevisionCompactedException, FutureRevisionException, SlowWatcherException, IOException,
                    InterruptedException {
        try (StorageWatch storageWatch = objectStore.watch(CustomResourceDefinition.RESOURCE, "", revision)) {
            long retried = System.nanoTime();
            while (true) {
                for (ObjectChange change : storageWatch.next(listener.hasFailed() ? pause : PATIENCE)) {
                    listener.changed(change);
                }
                // Also while others change all the time.
                if (System.nanoTime() - retried >= pause.toNanos()) {
                    listener.retry();
                    retried = System.nanoTime();
                }
            }
        }
    }

    /// Waits for the thread, which might otherwise process one more change.
    @Override
    public void close() {
        closed.countDown();
        Thread running = thread;
        if (running == null) {
            return;
        }
        running.interrupt();
        try {
            if (!running.join(CLOSE_PATIENCE)) {
                log.warn("The watch of CustomResourceDefinitions did not end within {}.", CLOSE_PATIENCE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
