package dev.stowage.driver.bind;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.HealthProblem.Kind;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects what is wrong with one volume.
final class BindHealthCheck {
    private final VolumeId volume;
    private final Mounts mounts;
    private final BindPublisher publisher;
    private final List<HealthProblem> problems = new ArrayList<>();
    private boolean reachable = true;

    BindHealthCheck(VolumeId volume, Mounts mounts, BindPublisher publisher) {
        this.volume = volume;
        this.mounts = mounts;
        this.publisher = publisher;
    }

    List<HealthProblem> problems() {
        return List.copyOf(problems);
    }

    boolean canGoOn() {
        return reachable;
    }

    void add(List<HealthProblem> more) {
        problems.addAll(more);
    }

    void poolIsGone(String message) {
        reachable = false;
        add(Kind.INACCESSIBLE, "PoolMissing", message);
    }

    void dataIsGone(LinuxException e) {
        reachable = false;
        switch (e.errno()) {
            case ENOENT ->
                add(
                        Kind.DATA_LOSS,
                        "DirectoryMissing",
                        "the directory of volume %s is missing in its pool; restore it from a backup"
                                .formatted(volume));
            case EXDEV ->
                add(
                        Kind.INACCESSIBLE,
                        "WrongDevice",
                        "something is mounted over the data of volume %s in its pool; unmount it".formatted(volume));
            default -> add(Kind.INACCESSIBLE, "DirectoryUnreadable", String.valueOf(e.getMessage()));
        }
    }

    void data(Descriptor data) throws IOException {
        Stat stat = Stat.of(data);
        if (!stat.isDirectory()) {
            throw LinuxException.of("open", data.subject(), Errno.ENOTDIR);
        }
        boolean readOnly = mounts.table().stream().anyMatch(mount -> mount.id() == stat.mountId() && mount.readOnly());
        if (readOnly) {
            add(
                    Kind.DEGRADED,
                    "PoolReadOnly",
                    "the file system of volume %s is read-only; check the kernel log".formatted(volume));
        }
    }

    void target(Optional<Path> publishedAt, Optional<Descriptor> data) throws IOException {
        if (publishedAt.isEmpty()) {
            return;
        }
        Path target = publishedAt.get();
        Optional<BindSource> bound =
                data.isPresent() ? Optional.of(BindSource.of(data.get(), mounts)) : Optional.empty();
        switch (TargetState.of(target, bound, mounts)) {
            case TargetState.Shows _ -> {
                if (publisher.wasReplaced(target)) {
                    add(
                            Kind.DEGRADED,
                            "MountReplaced",
                            ("the server of volume %s died, or its files were replaced, and it was mounted again; restart pods that have files open from"
                                            + " before, or that mount the volume without mountPropagation HostToContainer")
                                    .formatted(volume));
                }
            }
            case TargetState.Empty _ ->
                add(
                        Kind.INACCESSIBLE,
                        "NotMounted",
                        "the mount at %s is missing; publish volume %s again".formatted(target, volume));
            case TargetState.Broken broken ->
                add(
                        Kind.INACCESSIBLE,
                        "MountBroken",
                        "the mount of volume %s at %s is dead (%s); the next publish replaces it"
                                .formatted(volume, target, broken.why().errno().text()));
            case TargetState.Other other -> {
                if (bound.isPresent()) {
                    other(target, other.mount());
                }
            }
        }
    }

    private void other(Path target, MountPoint mount) {
        add(
                Kind.INACCESSIBLE,
                "OtherMount",
                "the mount at %s is not volume %s: %s of %s".formatted(target, volume, mount.root(), mount.source()));
    }

    private void add(Kind kind, String reason, String message) {
        problems.add(new HealthProblem(kind, reason, message));
    }
}
