package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.DeviceMapper;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Overwrites new thick volumes with zeroes in the background, as their extents may hold data of deleted ones. A
/// discard is not enough: what a device reads after it is not defined.
///
/// A note beside the volume says from where on it is not zeroed yet; it is on disk before the record of the volume.
/// While there is a note, the volume is not attached. A tag of the logical volume says that, too, and is removed before
/// the note: a note without the tag is left over, for example in a directory that was restored from a backup, and the
/// volume may have been used since.
final class VolumeZeroing {

    private static final Logger log = LoggerFactory.getLogger(VolumeZeroing.class);
    private static final String NOTE = "zeroing";
    private static final long PORTION = 32L << 20;
    private static final long NOTED_EVERY = 1L << 30;

    private final VolumeGroup group;
    private final Duration wait;
    private final Map<VolumeId, Job> jobs = new ConcurrentHashMap<>();

    private static final class Job {
        private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
        private volatile long done;
        private volatile long size = 1;
        private volatile boolean isCancelled;
    }

    /// @param wait how long a call waits before it is answered with ABORTED
    VolumeZeroing(VolumeGroup group, Duration wait) {
        this.group = group;
        this.wait = wait;
    }

    static boolean isNeeded(PoolDirectory pool, VolumeId id) {
        return Files.exists(note(pool, id));
    }

    /// To be noted before the volume gets the extents.
    static void note(PoolDirectory pool, VolumeId id, long from) throws IOException {
        Path next = pool.of(id).resolve(NOTE + ".new");
        Files.writeString(next, Long.toString(from));
        try (Descriptor file = Descriptor.openForReading(next)) {
            file.sync();
        }
        Files.move(next, note(pool, id), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Directories.sync(pool.of(id));
    }

    void start(PoolDirectory pool, VolumeId id) {
        Job job = new Job();
        if (jobs.putIfAbsent(id, job) == null) {
            Thread.ofVirtual().name("zeroing of volume " + id).start(() -> run(pool, id, job));
        }
    }

    private void run(PoolDirectory pool, VolumeId id, Job job) {
        try {
            String name = VolumeTags.name(id);
            // Also when another job has ended between the question whether one is needed and the start of this one.
            if (group.state().find(name).flatMap(VolumeTags::zeroingFrom).isEmpty()) {
                Files.deleteIfExists(note(pool, id));
                jobs.remove(id, job);
                job.ended.complete(true);
                return;
            }
            if (group.device(name).isEmpty()) {
                group.activate(name);
            }
            DeviceMapper.Device device =
                    group.device(name).orElseThrow(() -> new IOException("logical volume " + name + " has no device"));
            try (Descriptor node = Descriptor.openForWriting(device.node())) {
                job.size = BlockDevice.size(node);
                zero(pool, id, node, job);
                node.sync();
            }
            group.deactivate(name);
            if (!job.isCancelled) {
                untag(name);
                Files.delete(note(pool, id));
                Directories.sync(pool.of(id));
            }
            jobs.remove(id, job);
            job.ended.complete(!job.isCancelled);
        } catch (IOException | RuntimeException | Error e) {
            log.error("Cannot overwrite the new volume {} with zeroes.", id, e);
            job.ended.completeExceptionally(e);
        }
    }

    /// The tag says the same as the note, for the case that the records are lost.
    private void untag(String name) throws IOException {
        Optional<Long> from = group.state().find(name).flatMap(VolumeTags::zeroingFrom);
        if (from.isPresent()) {
            group.removeTag(name, VolumeTags.zeroing(from.get()));
        }
    }

    private static void zero(PoolDirectory pool, VolumeId id, Descriptor node, Job job) throws IOException {
        long[] noted = {from(pool, id)};
        job.done = noted[0];
        for (long at = noted[0]; at < job.size && !job.isCancelled; at = job.done) {
            long length = Math.min(PORTION, job.size - at);
            BlockDevice.zeroOut(node, at, length);
            job.done = at + length;
            if (job.done - noted[0] >= NOTED_EVERY) {
                node.sync();
                note(pool, id, job.done);
                noted[0] = job.done;
            }
        }
    }

    /// Removes the note of a volume that has no tag.
    static void forget(PoolDirectory pool, VolumeId id) throws IOException {
        Files.deleteIfExists(note(pool, id));
        Directories.sync(pool.of(id));
    }

    /// From where on the note says that it is not zeroed yet.
    static long from(PoolDirectory pool, VolumeId id) throws IOException {
        String text = Files.readString(note(pool, id)).strip();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(note(pool, id) + " is not a number of bytes: " + text, e);
        }
    }

    /// Returns when the volume reads as zeroes.
    ///
    /// @throws CsiException ABORTED while that takes longer than a call waits
    void complete(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        if (!isNeeded(pool, id)) {
            return;
        }
        start(pool, id);
        Job job = jobs.get(id);
        if (job == null) {
            return;
        }
        try {
            if (!job.ended.get(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                throw CsiException.aborted("a deletion of volume %s was given up; try again".formatted(id));
            }
        } catch (TimeoutException e) {
            throw CsiException.aborted(
                    "volume %s is being overwritten with zeroes before its first use (%d %%); try again"
                            .formatted(id, job.done * 100 / job.size));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException cancelled =
                    new InterruptedIOException("the caller stopped waiting for volume " + id);
            cancelled.initCause(e);
            throw cancelled;
        } catch (ExecutionException e) {
            jobs.remove(id, job);
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    "cannot overwrite volume %s with zeroes: %s".formatted(id, String.valueOf(cause.getMessage())),
                    cause);
        }
    }

    /// Ends the job of a volume that is being deleted.
    void cancel(VolumeId id) throws CsiException {
        Job job = jobs.get(id);
        if (job == null) {
            return;
        }
        job.isCancelled = true;
        try {
            job.ended.handle((_, _) -> true).get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw CsiException.aborted("volume %s is still being overwritten with zeroes; try again".formatted(id));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CsiException.aborted("the caller stopped waiting for volume " + id);
        }
        jobs.remove(id, job);
    }

    private static Path note(PoolDirectory pool, VolumeId id) {
        return pool.of(id).resolve(NOTE);
    }
}
