package dev.stowage.sdk.service;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.PublicationRepair;
import dev.stowage.sdk.record.VolumeTarget;
import dev.stowage.sdk.record.VolumeTargets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks the publications of this node and has the driver repair those whose mount is dead. All checks run on one
/// thread, so at most one repair runs at a time; requests that arrive during a check are answered by the next one.
public final class RepairLoop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RepairLoop.class);
    private static final long WATCH_PAUSE_SECONDS = 2;
    private static final long STOPPING_SECONDS = 5;

    /// The pauses between them double, from two seconds to about two minutes.
    private static final int ATTEMPTS = 8;

    private final PublicationRepair driver;
    private final VolumeTargets publications;
    private final OperationLocks operationLocks;
    private final Mounts mounts;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicBoolean requested = new AtomicBoolean();
    private final ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("publication-repair").factory());
    private final Thread watching =
            Thread.ofPlatform().daemon().name("publication-watch").unstarted(this::watch);

    /// Only the thread of the checks uses these.
    private Optional<Future<?>> again = Optional.empty();

    private final Set<Path> failing = new HashSet<>();

    RepairLoop(PublicationRepair driver, VolumeTargets publications, OperationLocks operationLocks, Mounts mounts) {
        this.driver = driver;
        this.publications = publications;
        this.operationLocks = operationLocks;
        this.mounts = mounts;
    }

    /// Returns at once.
    public void start() {
        request();
        watching.start();
        Duration interval = driver.interval();
        if (!interval.isZero()) {
            var _ = checks.scheduleWithFixedDelay(
                    () -> check(1), interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void watch() {
        boolean reported = false;
        try {
            do {
                try {
                    driver.watch(this::request);
                } catch (IOException | RuntimeException e) {
                    if (!reported && closed.getCount() > 0) {
                        log.warn(
                                "Mounts that die may be repaired late, as their events are missing: {}",
                                e.getMessage());
                        reported = true;
                    }
                }
            } while (!closed.await(WATCH_PAUSE_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            log.debug("Publications are no longer watched.");
        }
    }

    private void request() {
        if (requested.compareAndSet(false, true)) {
            try {
                checks.execute(() -> {
                    requested.set(false);
                    check(1);
                });
            } catch (RejectedExecutionException e) {
                log.debug("No check: the driver stops.", e);
            }
        }
    }

    private void check(int attempt) {
        again.ifPresent(pending -> pending.cancel(false));
        boolean complete = true;
        MountProbe probe = new MountProbe(mounts);
        List<VolumeTarget> all = publications.all();
        failing.retainAll(all.stream().map(VolumeTarget::path).toList());
        for (VolumeTarget publication : all) {
            complete &= check(probe, publication);
        }
        if (!complete && attempt < ATTEMPTS && closed.getCount() > 0) {
            again = Optional.of(checks.schedule(() -> check(attempt + 1), 1L << attempt, TimeUnit.SECONDS));
        }
    }

    private boolean check(MountProbe probe, VolumeTarget publication) {
        try {
            if (probe.isDead(publication.path())) {
                repair(publication);
            }
            failing.remove(publication.path());
            return true;
        } catch (CsiException | IOException | RuntimeException e) {
            if (failing.add(publication.path())) {
                log.warn(
                        "Cannot repair the mount of volume {} at {}; trying again: {}",
                        publication.volume(),
                        publication.path(),
                        e.getMessage());
            }
            return false;
        }
    }

    private void repair(VolumeTarget publication) throws CsiException, IOException {
        try (var _ = operationLocks.shared(publication.volume());
                var _ = operationLocks.exclusive(publication.path())) {
            if (publications.isAt(publication.volume(), publication.path())) {
                driver.repair(publication.volume(), publication.path());
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        watching.interrupt();
        checks.shutdownNow();
        try {
            if (!checks.awaitTermination(STOPPING_SECONDS, TimeUnit.SECONDS)) {
                log.warn("A repair is still running.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
