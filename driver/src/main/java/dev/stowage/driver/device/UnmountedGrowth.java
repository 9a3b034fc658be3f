package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Grows unmounted file systems in the background, one job per volume. The check before a growth takes longer the
/// bigger the volume is; inside a call it would be killed by the call's deadline and start over at every retry.
///
/// A note beside the volume is on disk from before the first change until after the last one. So an interrupted
/// growth is checked and completed before the file system is mounted again, whatever size its superblock has.
/// Until then the image is inconsistent and is not copied. Callers hold the lock of the volume.
public final class UnmountedGrowth {

    private static final Logger log = LoggerFactory.getLogger(UnmountedGrowth.class);
    private static final String NOTE = "growing";

    private final VolumeDevices attachments;
    private final VolumeLocks locks;
    private final Duration wait;
    /// Running jobs, and failed ones until a call has reported the failure.
    private final Map<VolumeId, Job> jobs = new ConcurrentHashMap<>();

    private record Job(long begun, AtomicReference<String> progress, CompletableFuture<Boolean> ended) {
        String text() {
            Duration since = Duration.ofNanos(System.nanoTime() - begun);
            return "%s, for %d min %d s".formatted(progress.get(), since.toMinutes(), since.toSecondsPart());
        }
    }

    /// The work itself.
    @FunctionalInterface
    public interface Growth {
        void run(Consumer<String> progress) throws IOException;
    }

    /// @param wait how long a call waits before it is answered with ABORTED
    public UnmountedGrowth(VolumeDevices attachments, VolumeLocks locks, Duration wait) {
        this.attachments = attachments;
        this.locks = locks;
        this.wait = wait;
    }

    /// Whether a growth was begun and not completed, by this process or by an earlier one.
    public boolean isIncomplete(PoolDirectory pool, VolumeId id) {
        return Files.exists(note(pool, id));
    }

    /// Returns when the file system has the size of its device.
    ///
    /// @throws CsiException ABORTED while that takes longer than a call waits
    public void complete(PoolDirectory pool, VolumeId id, FileSystem kind, VolumeDevice device)
            throws CsiException, IOException {
        complete(pool, id, device, progress -> kind.growUnmounted(device.node(), progress));
    }

    public void complete(PoolDirectory pool, VolumeId id, VolumeDevice device, Growth growth)
            throws CsiException, IOException {
        Job known = jobs.get(id);
        Job job = known == null ? start(pool, id, device, growth) : known;
        try {
            job.ended().get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw busy(id, job);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException cancelled =
                    new InterruptedIOException("the caller stopped waiting for the expansion of volume " + id);
            cancelled.initCause(e);
            throw cancelled;
        } catch (ExecutionException e) {
            jobs.remove(id, job);
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    "cannot expand the file system of volume %s before it is mounted: %s"
                            .formatted(id, String.valueOf(cause.getMessage())),
                    cause);
        }
    }

    private Job start(PoolDirectory pool, VolumeId id, VolumeDevice device, Growth growth) throws IOException {
        // Open until the end: the number of the device cannot pass to another image meanwhile.
        Descriptor open = Descriptor.openForReading(device.node());
        Job job = new Job(System.nanoTime(), new AtomicReference<>("starting"), new CompletableFuture<>());
        jobs.put(id, job);
        attachments.keep(id);
        Thread.ofVirtual().name("growth of volume " + id).start(() -> run(pool, id, open, growth, job));
        return job;
    }

    private void run(PoolDirectory pool, VolumeId id, Descriptor open, Growth growth, Job job) {
        try (open) {
            Path note = note(pool, id);
            if (!Files.exists(note)) {
                Files.createFile(note);
                Directories.sync(pool.of(id));
            }
            growth.run(job.progress()::set);
            Files.delete(note);
            Directories.sync(pool.of(id));
            log.info("Expanded the file system of volume {} ({}).", id, job.text());
        } catch (IOException | RuntimeException | Error e) {
            log.error("Cannot expand the unmounted file system of volume {}.", id, e);
            attachments.release(id);
            job.ended().completeExceptionally(e);
            detach(pool, id);
            return;
        }
        attachments.release(id);
        jobs.remove(id, job);
        job.ended().complete(true);
        detach(pool, id);
    }

    /// The call that began it may have ended long ago, and none may follow.
    private void detach(PoolDirectory pool, VolumeId id) {
        try (var _ = locks.hold(id)) {
            attachments.detachUnused(pool, id);
        } catch (CsiException | IOException e) {
            log.warn("Cannot detach volume {} after its expansion: {}", id, e.getMessage());
        }
    }

    /// Forgets the failure of a volume that was deleted.
    public void forget(VolumeId id) {
        jobs.remove(id);
    }

    /// @throws CsiException ABORTED while the volume's device is in use for this
    public void refuseWhileRunning(VolumeId id) throws CsiException {
        Job job = jobs.get(id);
        if (job != null && !job.ended().isDone()) {
            throw busy(id, job);
        }
    }

    /// For what reads the image.
    public void refuseUnlessComplete(PoolDirectory pool, VolumeId id) throws CsiException {
        refuseWhileRunning(id);
        if (isIncomplete(pool, id)) {
            throw CsiException.failedPrecondition(
                    "the expansion of volume %s was interrupted; publish the volume once, which completes it"
                            .formatted(id));
        }
    }

    private static CsiException busy(VolumeId id, Job job) {
        return CsiException.aborted(
                "the file system of volume %s is being expanded before it is mounted (%s); try again"
                        .formatted(id, job.text()));
    }

    private static Path note(PoolDirectory pool, VolumeId id) {
        return pool.of(id).resolve(NOTE);
    }
}
