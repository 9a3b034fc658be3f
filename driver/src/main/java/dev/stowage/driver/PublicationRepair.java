package dev.stowage.driver;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.record.VolumeTarget;
import dev.stowage.sdk.server.DriverEnvironment;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Binds published volumes again after the mounter has mounted their share again. The mounter reports each mount,
/// and all present ones when the driver connects, so nothing is missed while one of them does not run.
final class PublicationRepair implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PublicationRepair.class);
    private static final long RECONNECT_SECONDS = 2;
    private static final int ATTEMPTS = 8;

    private final StoragePools storagePools;
    private final DriverEnvironment environment;
    private final MounterClient mounter;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ScheduledExecutorService repairs = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("publication-repair").factory());
    private final Thread watching =
            Thread.ofPlatform().daemon().name("mounter-watch").unstarted(this::watch);

    PublicationRepair(StoragePools storagePools, DriverEnvironment environment, MounterClient mounter) {
        this.storagePools = storagePools;
        this.environment = environment;
        this.mounter = mounter;
    }

    void start() {
        watching.start();
    }

    private void watch() {
        boolean reported = false;
        try {
            do {
                try {
                    mounter.watch(this::mounted);
                } catch (IOException | RejectedExecutionException e) {
                    if (!reported && closed.getCount() > 0) {
                        log.warn("Shares that die are not repaired until the mounter answers: {}", e.getMessage());
                        reported = true;
                    }
                }
            } while (!closed.await(RECONNECT_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            log.debug("The mounter is no longer watched.");
        }
    }

    private void mounted(String share) {
        Optional<StoragePool> pool = storagePools.find(share);
        pool.ifPresent(found -> repairs.execute(() -> repair(found, 1)));
    }

    private void repair(StoragePool pool, int attempt) {
        boolean complete = true;
        try {
            for (VolumeTarget publication : environment.recordedPublications()) {
                complete &= repair(pool, publication);
            }
        } catch (IOException | RuntimeException e) {
            log.warn("Cannot repair the publications of {}: {}", pool, e.getMessage());
            complete = false;
        }
        if (!complete && attempt < ATTEMPTS && closed.getCount() > 0) {
            var _ = repairs.schedule(() -> repair(pool, attempt + 1), 1L << attempt, TimeUnit.SECONDS);
        }
    }

    private static boolean repair(StoragePool pool, VolumeTarget publication) {
        try {
            Optional<VolumeMeta> volume = pool.pool().find(publication.volume());
            if (volume.isPresent()) {
                pool.backend().repair(volume.get(), publication.path());
            }
            return true;
        } catch (CsiException | IOException e) {
            log.warn(
                    "Cannot repair the mount of volume {} at {}: {}",
                    publication.volume(),
                    publication.path(),
                    e.getMessage());
            return false;
        }
    }

    @Override
    public void close() {
        closed.countDown();
        watching.interrupt();
        repairs.shutdownNow();
    }
}
