package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.blocks.BlockCopy;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.device.VolumeFreezer;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.Reflink;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Snapshots and clones: images that share the blocks of their source, or copies of it.
final class ImageSnapshots {

    private final Mounts mounts;
    private final LoopAttachments attachments;
    private final VolumeFreezer volumeFreezer;
    private final BackgroundCopies backgroundCopies;
    private final ReflinkProbe reflinkProbe = new ReflinkProbe();
    private final CheckpointListener checkpoints;

    ImageSnapshots(
            Mounts mounts,
            LoopAttachments attachments,
            VolumeFreezer volumeFreezer,
            BackgroundCopies backgroundCopies,
            CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.volumeFreezer = volumeFreezer;
        this.backgroundCopies = backgroundCopies;
        this.checkpoints = checkpoints;
    }

    boolean isInstant(PoolSource source) {
        return reflinkProbe.isPossible(source);
    }

    /// One image to be made out of a volume's.
    private record Job(VolumeMeta volume, ImageFile from, ImageFile to) {}

    List<SnapshotMeta> take(PoolDirectory pool, Map<VolumeMeta, SnapshotId> wanted, SnapshotCopyOptions rules)
            throws CsiException, IOException {
        List<Job> jobs = new ArrayList<>();
        List<SnapshotId> ids = new ArrayList<>();
        for (Map.Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
            VolumeId id = one.getKey().id();
            VolumeMeta volume =
                    pool.find(id).orElseThrow(() -> CsiException.notFound("volume " + id + " does not exist"));
            jobs.add(new Job(volume, ImageFile.of(pool, id), ImageFile.of(pool, one.getValue())));
            ids.add(one.getValue());
        }
        try {
            for (SnapshotId id : ids) {
                Directories.ensure(pool.of(id));
            }
            return reflinkProbe.isPossible(pool) ? takeByReflink(pool, jobs, ids) : takeByCopy(pool, jobs, ids, rules);
        } catch (CsiException | IOException | RuntimeException e) {
            for (SnapshotId id : ids) {
                backgroundCopies.cancel(id);
                undo(pool, id, e);
            }
            throw e;
        }
    }

    private static void undo(PoolDirectory pool, SnapshotId id, Exception cause) {
        try {
            pool.remove(id);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private List<SnapshotMeta> takeByReflink(PoolDirectory pool, List<Job> jobs, List<SnapshotId> ids)
            throws CsiException, IOException {
        Instant takenAt = share(pool, jobs);
        return record(pool, jobs, ids, takenAt, true);
    }

    private List<SnapshotMeta> record(
            PoolDirectory pool, List<Job> jobs, List<SnapshotId> ids, Instant takenAt, boolean complete)
            throws IOException {
        List<SnapshotMeta> made = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            SnapshotMeta snapshot = meta(jobs.get(i).volume(), ids.get(i), takenAt, complete);
            if (complete) {
                try (Descriptor image = jobs.get(i).to().openForReading()) {
                    image.sync();
                }
                pool.write(snapshot);
                checkpoints.reached(Checkpoint.SNAPSHOT_RECORDED);
            }
            made.add(snapshot);
        }
        return made;
    }

    private static SnapshotMeta meta(VolumeMeta volume, SnapshotId id, Instant takenAt, boolean complete) {
        return new SnapshotMeta(id, volume.id(), volume.size(), volume.fsType(), volume.block(), takenAt, complete);
    }

    /// All at one point in time: mounted file systems are frozen, unused images are locked.
    private Instant share(PoolDirectory pool, List<Job> jobs) throws CsiException, IOException {
        try (Quiet quiet = quiet(pool, jobs);
                var _ = volumeFreezer.freeze(quiet.toFreeze())) {
            Instant takenAt = Instant.now();
            for (Job job : jobs) {
                Reflink.cloneFile(job.from().path(), job.to().path());
            }
            checkpoints.reached(Checkpoint.CLONED);
            return takenAt;
        }
    }

    /// @param toFreeze file systems that are mounted here
    /// @param locked unused images, locked against use
    private record Quiet(List<VolumeFreezer.Frozen> toFreeze, List<Descriptor> locked) implements AutoCloseable {
        @Override
        public void close() {
            locked.forEach(Descriptor::close);
        }
    }

    private Quiet quiet(PoolDirectory pool, List<Job> jobs) throws CsiException, IOException {
        Quiet quiet = new Quiet(new ArrayList<>(), new ArrayList<>());
        try {
            for (Job job : jobs) {
                Optional<VolumeDevice> device =
                        attachments.find(pool, job.volume().id());
                if (device.isEmpty()) {
                    quiet.locked().add(attachments.lock(pool, job.volume().id(), true));
                    continue;
                }
                DeviceUsers uses = DeviceUsers.of(mounts, device.get());
                if (job.volume().block() && jobs.size() > 1 && uses.isPublishedRaw()) {
                    throw CsiException.failedPrecondition(
                            "volume %s is a raw device published at %s and cannot be frozen for a group snapshot; unpublish it first"
                                    .formatted(job.volume().id(), uses.places()));
                }
                Optional<VolumeFreezer.Frozen> frozen =
                        uses.toFreeze(mounts, device.get(), job.volume().id());
                if (frozen.isPresent()) {
                    quiet.toFreeze().add(frozen.get());
                } else {
                    try (Descriptor node =
                            Descriptor.openForReading(device.get().node())) {
                        node.sync();
                    }
                }
            }
            return quiet;
        } catch (CsiException | IOException | RuntimeException e) {
            quiet.close();
            throw e;
        }
    }

    private List<SnapshotMeta> takeByCopy(
            PoolDirectory pool, List<Job> jobs, List<SnapshotId> ids, SnapshotCopyOptions rules)
            throws CsiException, IOException {
        boolean inUse = false;
        for (Job job : jobs) {
            inUse |= attachments.find(pool, job.volume().id()).isPresent();
        }
        if (inUse) {
            return takeFrozen(pool, jobs, ids, rules);
        }
        // All locked before the first copy starts: none changes until its copy is done.
        List<Descriptor> sources = new ArrayList<>();
        boolean isStarted = false;
        try {
            for (Job job : jobs) {
                sources.add(attachments.lock(pool, job.volume().id(), true));
            }
            List<SnapshotMeta> made = record(pool, jobs, ids, Instant.now(), false);
            backgroundCopies.start(pool, made, sources);
            isStarted = true;
            return made;
        } finally {
            if (!isStarted) {
                sources.forEach(Descriptor::close);
            }
        }
    }

    private List<SnapshotMeta> takeFrozen(
            PoolDirectory pool, List<Job> jobs, List<SnapshotId> ids, SnapshotCopyOptions rules)
            throws CsiException, IOException {
        for (Job job : jobs) {
            boolean attached = attachments.find(pool, job.volume().id()).isPresent();
            if (attached && (!rules.freezeForCopy() || job.volume().block())) {
                throw inUse(job.volume());
            }
        }
        long end = System.nanoTime() + rules.freezeDeadline().toNanos();
        Instant takenAt;
        try (Quiet quiet = quiet(pool, jobs);
                var _ = volumeFreezer.freeze(quiet.toFreeze())) {
            takenAt = Instant.now();
            for (Job job : jobs) {
                copy(job, _ -> {
                    if (System.nanoTime() - end > 0) {
                        throw new CsiException(
                                CsiCode.DEADLINE_EXCEEDED,
                                "copying volume %s took longer than freezeDeadline (%d s); unpublish it, or raise freezeDeadline"
                                        .formatted(
                                                job.volume().id(),
                                                rules.freezeDeadline().toSeconds()));
                    }
                });
            }
        }
        return record(pool, jobs, ids, takenAt, true);
    }

    private static CsiException inUse(VolumeMeta volume) {
        return CsiException.failedPrecondition(
                "volume %s is in use, and the file system of its pool does not support reflink; unpublish it first%s"
                        .formatted(
                                volume.id(),
                                volume.block() ? "" : ", or freeze it during the copy with freezeForCopy=true"));
    }

    private static void copy(Job job, BlockCopy.Check check) throws CsiException, IOException {
        try (Descriptor from = job.from().openForReading();
                Descriptor to = job.to().create()) {
            SparseCopy.copy(from, to, check);
        }
    }

    /// Fills a new image with what the volume holds now.
    void cloneVolume(PoolDirectory pool, VolumeMeta original, ImageFile to) throws CsiException, IOException {
        Job job = new Job(original, ImageFile.of(pool, original.id()), to);
        if (reflinkProbe.isPossible(pool)) {
            share(pool, List.of(job));
            return;
        }
        if (attachments.find(pool, original.id()).isPresent()) {
            throw inUse(original);
        }
        try (var _ = attachments.lock(pool, original.id(), true)) {
            copy(job, BlockCopy.Check.NONE);
        }
    }

    /// Snapshots never change, so nothing has to be frozen.
    void restore(PoolDirectory pool, SnapshotMeta original, ImageFile to) throws CsiException, IOException {
        copy(pool, ImageFile.of(pool, original.id()), to);
    }

    /// A copy of an image that nobody changes.
    void copy(PoolDirectory pool, ImageFile from, ImageFile to) throws CsiException, IOException {
        if (reflinkProbe.isPossible(pool)) {
            Reflink.cloneFile(from.path(), to.path());
            checkpoints.reached(Checkpoint.CLONED);
            return;
        }
        try (Descriptor source = from.openForReading();
                Descriptor target = to.create()) {
            SparseCopy.copy(source, target, BlockCopy.Check.NONE);
        }
    }

    /// Returns whether it was recorded. Checked after the copy was cancelled, as a copy that fails removes its record.
    boolean delete(PoolDirectory pool, SnapshotId id) throws IOException {
        backgroundCopies.cancel(id);
        boolean isRecorded = pool.find(id).isPresent();
        pool.remove(id);
        return isRecorded;
    }
}
