package dev.stowage.driver.device;

import dev.stowage.driver.device.CheckpointListener.Checkpoint;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Freezes file systems. Each freeze is recorded on this node's disk first, so that after a crash the next start
/// thaws the file system.
public final class VolumeFreezer {

    private static final Logger log = LoggerFactory.getLogger(VolumeFreezer.class);
    private static final String SUFFIX = ".json";

    private final Mounts mounts;
    private final Path notes;
    private final CheckpointListener checkpoints;
    private final Map<VolumeId, FileSystemHold> held = new ConcurrentHashMap<>();

    public VolumeFreezer(Mounts mounts, Path notes, CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.notes = notes;
        this.checkpoints = checkpoints;
    }

    /// @param at where its file system is mounted
    /// @param source the device, by which any other mount of it is found when that one is removed
    public record Frozen(VolumeId volume, Path at, String source) {}

    public interface Held extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /// Blocks writes to these file systems until the result is closed. Callers hold the locks of the volumes all
    /// the time. Closing fails when a file system was thawed before: what was read in between is not consistent.
    public Held freeze(List<Frozen> wanted) throws CsiException, IOException {
        for (Frozen one : wanted) {
            FileSystemHold earlier = held.get(one.volume());
            if (earlier != null && !earlier.isEnded()) {
                throw CsiException.aborted(
                        "an earlier freeze of volume %s has not ended yet; try again".formatted(one.volume()));
            }
        }
        List<FileSystemHold> holds = new ArrayList<>();
        boolean isFrozen = false;
        try {
            for (Frozen one : wanted) {
                Directories.ensure(notes);
                RecordFile.write(note(one.volume()), new FrozenCodec(), one);
            }
            checkpoints.reached(Checkpoint.FREEZE_INTENDED);
            for (Frozen one : wanted) {
                freeze(one, holds);
            }
            checkpoints.reached(Checkpoint.FROZEN);
            isFrozen = true;
            return () -> thaw(holds);
        } finally {
            if (!isFrozen) {
                holds.forEach(FileSystemHold::release);
                holds.forEach(FileSystemHold::awaitThawed);
                wanted.stream().skip(holds.size()).forEach(this::forget);
            }
        }
    }

    private void freeze(Frozen one, List<FileSystemHold> holds) throws CsiException, IOException {
        FileSystemHold hold = new FileSystemHold(one, () -> {
            forget(one);
            held.remove(one.volume());
        });
        hold.start();
        held.put(one.volume(), hold);
        holds.add(hold);
        try {
            hold.awaitFrozen();
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

    private void thaw(List<FileSystemHold> holds) throws IOException {
        holds.forEach(FileSystemHold::release);
        List<String> reasons = new ArrayList<>();
        holds.forEach(hold -> hold.awaitThawed().ifPresent(reasons::add));
        checkpoints.reached(Checkpoint.THAWED);
        if (!reasons.isEmpty()) {
            throw new IOException(
                    "the snapshot is not consistent: a file system was not frozen until the end (%s); try again"
                            .formatted(reasons.getFirst()));
        }
    }

    /// Thaws everything at once; the snapshots that are being taken fail.
    public void stop() {
        List<FileSystemHold> left = List.copyOf(held.values());
        left.forEach(FileSystemHold::stop);
        left.forEach(FileSystemHold::awaitThawed);
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

    /// A leftover record only costs a thaw without effect.
    private boolean forget(Frozen one) {
        try {
            Files.deleteIfExists(note(one.volume()));
        } catch (IOException e) {
            log.warn("Cannot remove the freeze note of volume {}.", one.volume(), e);
        }
        return true;
    }

    /// Thaws what a killed process left frozen.
    public void recover() throws IOException {
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
