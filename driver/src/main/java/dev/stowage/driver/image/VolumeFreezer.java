package dev.stowage.driver.image;

import dev.stowage.driver.image.CheckpointListener.Checkpoint;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FsFreeze;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// File systems held still for a moment, each noted on this node's disk before: a process that dies in between
/// leaves a note, and the next start thaws.
final class VolumeFreezer {

    private static final Logger log = LoggerFactory.getLogger(VolumeFreezer.class);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String SUFFIX = ".json";

    private final Mounts mounts;
    private final Path notes;
    private final CheckpointListener checkpoints;

    VolumeFreezer(Mounts mounts, Path notes, CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.notes = notes;
        this.checkpoints = checkpoints;
    }

    /// @param at where its file system is mounted
    /// @param source the device, by which any other mount of it is found when that one is removed
    record Frozen(VolumeId volume, Path at, String source) {}

    interface Held extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /// Nothing is written to any of these file systems until the answer is closed.
    Held freeze(List<Frozen> wanted) throws CsiException, IOException {
        List<Frozen> frozen = new ArrayList<>();
        try {
            for (Frozen one : wanted) {
                Directories.ensure(notes);
                RecordFile.write(note(one.volume()), new FrozenCodec(), one);
            }
            checkpoints.reached(Checkpoint.FREEZE_INTENDED);
            for (Frozen one : wanted) {
                freeze(one, frozen);
            }
            checkpoints.reached(Checkpoint.FROZEN);
        } catch (CsiException | IOException | RuntimeException e) {
            thaw(frozen);
            for (Frozen one : wanted) {
                if (!frozen.contains(one)) {
                    giveUp(one, e);
                }
            }
            throw e;
        }
        return () -> thaw(frozen);
    }

    private static void freeze(Frozen one, List<Frozen> frozen) throws CsiException, IOException {
        try {
            FsFreeze.freeze(one.at());
            frozen.add(one);
        } catch (UncertainOutcomeException e) {
            throw e;
        } catch (LinuxException e) {
            if (e.errno() == Errno.EBUSY) {
                throw CsiException.failedPrecondition(
                        "the file system of volume %s is frozen by another program; thaw it and try again"
                                .formatted(one.volume()));
            }
            if (e.errno() == Errno.EOPNOTSUPP) {
                throw CsiException.failedPrecondition(
                        "the file system of volume %s cannot be frozen; unpublish it first".formatted(one.volume()));
            }
            throw e;
        }
    }

    /// A freeze that the kernel is still busy with may yet come to be.
    private void giveUp(Frozen one, Exception cause) throws IOException {
        if (cause instanceof UncertainOutcomeException) {
            Thread.ofVirtual().name("thaw of volume " + one.volume()).start(() -> thawWhenFrozen(one));
        } else {
            RecordFile.delete(note(one.volume()));
        }
    }

    private void thawWhenFrozen(Frozen one) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            try {
                FsFreeze.thaw(one.at());
                forget(one);
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            }
        }
    }

    private void thaw(List<Frozen> frozen) {
        for (Frozen one : frozen.reversed()) {
            if (!tryThaw(one)) {
                log.error("Cannot thaw volume {} at {} yet; retrying.", one.volume(), one.at());
                Thread.ofVirtual().name("thaw of volume " + one.volume()).start(() -> retryThaw(one));
            }
        }
        checkpoints.reached(Checkpoint.THAWED);
    }

    private void retryThaw(Frozen one) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        do {
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        } while (!tryThaw(one) && System.nanoTime() - end < 0);
    }

    /// The note is deleted only when the file system is certainly not frozen by us.
    private boolean tryThaw(Frozen one) {
        try {
            FsFreeze.thaw(one.at());
            return forget(one);
        } catch (IOException e) {
            if (e instanceof LinuxException failed && failed.errno() == Errno.EINVAL) {
                return forget(one);
            }
            log.error("Cannot thaw volume {} at {}.", one.volume(), one.at(), e);
            return false;
        }
    }

    /// A note too many costs a thaw that finds nothing to do.
    private boolean forget(Frozen one) {
        try {
            Files.deleteIfExists(note(one.volume()));
        } catch (IOException e) {
            log.warn("Cannot remove the freeze note of volume {}.", one.volume(), e);
        }
        return true;
    }

    /// Thaws what a killed process left frozen.
    void recover() throws IOException {
        if (!Files.isDirectory(notes)) {
            return;
        }
        for (String name : Directories.list(notes)) {
            if (name.startsWith(".")) {
                Files.delete(notes.resolve(name)); // never got to its rename, so nothing was frozen after it
            } else if (name.endsWith(SUFFIX)) {
                recover(notes.resolve(name));
            }
        }
    }

    private void recover(Path note) throws IOException {
        Frozen one;
        try {
            one = RecordFile.read(note, new FrozenCodec());
        } catch (IOException | IllegalArgumentException e) {
            log.error("Freeze note {} is unreadable: {}", note, e.getMessage());
            return;
        }
        List<Path> places = mounts.table().stream()
                .filter(mount -> mount.source().equals(one.source()))
                .map(dev.stowage.linux.mountinfo.MountPoint::target)
                .toList();
        for (Path place : places.contains(one.at()) ? List.of(one.at()) : places) {
            log.warn("Thawing volume {} at {}: the driver stopped while it was frozen.", one.volume(), place);
            if (tryThaw(new Frozen(one.volume(), place, one.source()))) {
                return;
            }
        }
        if (places.isEmpty()) {
            RecordFile.delete(note);
        }
    }

    private Path note(VolumeId id) {
        return notes.resolve(id.value() + SUFFIX);
    }

    private record FrozenCodec() implements RecordCodec<Frozen> {

        @Override
        public Map<String, Object> write(Frozen frozen) {
            return Map.of(
                    "volume", frozen.volume().value(),
                    "at", frozen.at().toString(),
                    "source", frozen.source());
        }

        @Override
        public Frozen read(JsonObject object) throws IOException {
            return new Frozen(new VolumeId(object.text("volume")), Path.of(object.text("at")), object.text("source"));
        }
    }
}
