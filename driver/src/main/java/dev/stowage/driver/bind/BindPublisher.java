package dev.stowage.driver.bind;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.VolumeCapability.Use;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Bind-mounts a directory at a workload's path, and unmounts it.
///
/// The mount table decides whether a volume is published: by the same device and the same directory in it. A
/// repeated call never unmounts, except a mount whose server is dead: every access to it fails, and it is
/// replaced only when the directory itself is reachable again.
public final class BindPublisher {
    private static final Logger log = LoggerFactory.getLogger(BindPublisher.class);
    private static final int TARGET_MODE = 0750;

    private final Mounts mounts;

    /// Targets that a repair or an unpublish changes now: neither may meet what the other has half done.
    private final Set<Path> changing = ConcurrentHashMap.newKeySet();

    /// Targets whose mount was replaced and not covered: running containers keep the dead one.
    private final Set<Path> replaced = ConcurrentHashMap.newKeySet();

    public BindPublisher(Mounts mounts) {
        this.mounts = mounts;
    }

    /// @param source the open directory; an open file leads to what was opened, whatever happens to its name
    public void publish(Descriptor source, Publication wanted) throws CsiException, IOException {
        Use.FileSystem use = use(wanted);
        Optional<Integer> group = MountGroup.of(use.mountGroup());
        BindOptions options = BindOptions.of(use.mountFlags(), wanted.readOnly());
        BindSource bindSource = BindSource.of(source, mounts);
        TargetState state = TargetState.of(wanted.target(), Optional.of(bindSource), mounts);
        if (state instanceof TargetState.Empty || state instanceof TargetState.Broken) {
            refuseReadOnlyPool(source, wanted.volume(), options.readOnly());
        }
        if (group.isPresent() && !options.readOnly()) {
            MountGroup.give(source, group.get());
        }
        switch (state) {
            case TargetState.Empty _ -> bind(source, wanted.target(), options.readOnly());
            case TargetState.Shows shows -> check(shows.mount(), wanted, options.readOnly());
            case TargetState.Broken broken ->
                replace(source, wanted.volume(), wanted.target(), broken, options.readOnly());
            case TargetState.Other other ->
                throw CsiException.failedPrecondition("the mount at %s is not volume %s: %s of %s; unmount it first"
                        .formatted(
                                wanted.target(),
                                wanted.volume(),
                                other.mount().root(),
                                other.mount().source()));
        }
    }

    /// Replaces a mount whose server is dead, with the same access; leaves any other as it is.
    void repair(Descriptor source, VolumeId volume, Path target) throws CsiException, IOException {
        TargetState state = TargetState.of(target, Optional.of(BindSource.of(source, mounts)), mounts);
        if (!(state instanceof TargetState.Broken broken) || !changing.add(target)) {
            return; // nothing to do, or it is being unpublished
        }
        try { // from here on no question to a server that may not answer: an unpublish must not wait for it
            if (mounts.at(target).filter(broken.mount()::equals).isPresent()) {
                replace(source, volume, target, broken, broken.mount().options().contains("ro"));
            }
        } finally {
            changing.remove(target);
        }
    }

    private void replace(Descriptor source, VolumeId volume, Path target, TargetState.Broken broken, boolean readOnly)
            throws CsiException, IOException {
        log.warn(
                "The mount of volume {} at {} is dead ({}); replacing it.",
                volume,
                target,
                broken.why().errno());
        if (DeadMount.isCoverable(target, mounts)) {
            DeadMount.cover(source, target, mounts, readOnly);
        } else {
            mounts.unmountLazily(target);
            bind(source, target, readOnly);
            replaced.add(target);
        }
    }

    /// Whether the mount at this path is another one than that which the volume was published with, as far as this
    /// process knows.
    boolean wasReplaced(Path target) throws IOException {
        return replaced.contains(target) || mounts.stackedAt(target).size() > 1;
    }

    private static Use.FileSystem use(Publication wanted) throws CsiException {
        return switch (wanted.capability().use()) {
            case Use.FileSystem fileSystem -> fileSystem;
            case Use.Block _ ->
                throw CsiException.invalidArgument(
                        "volume " + wanted.volume() + " is a directory and cannot be published as a raw device");
        };
    }

    private void bind(Descriptor source, Path target, boolean readOnly) throws CsiException, IOException {
        boolean made = false;
        try {
            made = Stat.find(target).isEmpty();
            Directories.ensure(target, TARGET_MODE);
            KillPoint.pass();
            mounts.bind(source.path(), target, readOnly);
            KillPoint.pass();
        } catch (LinuxException e) {
            if (made && !(e instanceof UncertainOutcomeException)) { // a mount that may still appear needs its target
                undo(target, e);
            }
            if (e.errno() == Errno.ELOOP || e.errno() == Errno.ENOTDIR) {
                throw new CsiException(
                        CsiCode.FAILED_PRECONDITION, "%s is not a directory: %s".formatted(target, e.getMessage()), e);
            }
            throw e;
        }
    }

    private void undo(Path target, LinuxException cause) {
        try {
            mounts.release(target);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static void check(MountPoint mount, Publication wanted, boolean readOnly) throws CsiException {
        if (mount.superOptions().contains("ro") && !readOnly) {
            throw poolIsReadOnly(wanted.volume());
        }
        if (mount.options().contains("ro") != readOnly) {
            throw CsiException.alreadyExists("volume %s is published at %s, but %s; unpublish it first"
                    .formatted(wanted.volume(), wanted.target(), readOnly ? "writable" : "read-only"));
        }
    }

    private void refuseReadOnlyPool(Descriptor source, VolumeId volume, boolean readOnly)
            throws CsiException, IOException {
        long holding = Stat.of(source).mountId();
        boolean poolReadOnly = mounts.table().stream().anyMatch(mount -> mount.id() == holding && mount.readOnly());
        if (poolReadOnly && !readOnly) {
            throw poolIsReadOnly(volume);
        }
    }

    private static CsiException poolIsReadOnly(VolumeId volume) {
        return CsiException.failedPrecondition(
                ("volume %s is not writable: the file system of its pool is read-only, perhaps after an error;"
                                + " check the kernel log and the disk, then mount it read-write again")
                        .formatted(volume));
    }

    public void unpublish(VolumeId volume, Path target) throws CsiException, IOException {
        if (!changing.add(target)) {
            throw CsiException.aborted(
                    "the mount of volume %s at %s is being replaced; try again".formatted(volume, target));
        }
        try {
            end(volume, target);
            replaced.remove(target);
        } finally {
            changing.remove(target);
        }
    }

    private void end(VolumeId volume, Path target) throws CsiException, IOException {
        try {
            mounts.release(target); // without a question to the server, which may not answer
        } catch (LinuxException e) {
            if (e.errno() == Errno.EBUSY && isDead(target)) {
                // Processes may keep it open forever, but it is dead.
                mounts.unmountLazily(target);
                mounts.release(target);
                return;
            }
            if (e.errno() == Errno.EBUSY) {
                throw new CsiException(
                        CsiCode.FAILED_PRECONDITION,
                        "volume %s is in use at %s; stop the processes that use it and try again"
                                .formatted(volume, target),
                        e);
            }
            throw e;
        }
    }

    private boolean isDead(Path target) throws IOException {
        try {
            return TargetState.of(target, Optional.empty(), mounts) instanceof TargetState.Broken;
        } catch (UncertainOutcomeException e) {
            return false; // it may answer again, and its users then continue
        }
    }

    /// Refuses when the directory, or something in it, is mounted anywhere on this node.
    public void refuseWhenUsed(VolumeId volume, Descriptor directory) throws CsiException, IOException {
        Path canonical = Files.readSymbolicLink(directory.path());
        List<Path> used = BindSource.of(directory, mounts).usedAt(mounts, canonical);
        if (!used.isEmpty()) {
            throw CsiException.failedPrecondition(
                    "volume %s is in use at %s on this node; unpublish it first".formatted(volume, used.getFirst()));
        }
    }
}
