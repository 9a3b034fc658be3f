package dev.stowage.linux.mount;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The mounts of this process's mount namespace.
///
/// No method follows a symbolic link in the last component of a target: such a link is rejected with `ELOOP`.
/// No method checks before it mounts: mounting twice stacks, so callers that must be idempotent call
/// [#at(Path)] first. Each call has a deadline; [UncertainOutcomeException] says that it passed and that the
/// call may still take effect.
///
/// [FakeMounts] implements the same contract in memory.
public interface Mounts {

    static Mounts system() {
        return system(BlockingCalls.shared());
    }

    static Mounts system(BlockingCalls calls) {
        return new SystemMounts(calls, BindMount.best());
    }

    /// Bind-mounts a file or directory. With `readOnly` and Linux 5.12 or newer, the new mount is never writable,
    /// not even for a moment. When it fails, nothing is left mounted.
    ///
    /// The source must not be a symbolic link either; [Descriptor#path()] is accepted, to bind exactly what was
    /// opened.
    void bind(Path source, Path target, boolean readOnly) throws IOException;

    /// Mounts a file system. `data` is passed to the file system unchanged and is never part of an error message,
    /// because it may contain a password.
    void mount(String source, Path target, String fsType, Set<MountFlag> flags, String data) throws IOException;

    /// Makes the mount at this path read-only; other mounts of the same file system stay unchanged.
    void remountReadOnly(Path target) throws IOException;

    void setPropagation(Path target, MountPropagation propagation) throws IOException;

    /// Unmounts the topmost mount; `EBUSY` when it is in use, `EINVAL` when nothing is mounted there.
    void unmount(Path target) throws IOException;

    /// Detaches the topmost mount at once; the kernel unmounts it when its last user has closed it (lazy
    /// unmount). The file system may stay active long after this returns.
    void unmountLazily(Path target) throws IOException;

    /// Unmounts everything stacked at the target, then removes the target itself if it is an empty directory or
    /// an empty regular file. Fails for any other file and keeps it. Succeeds when the target does not exist.
    void release(Path target) throws IOException;

    /// Everything mounted, in the kernel's order.
    List<MountPoint> table() throws IOException;

    /// The visible mount exactly at this path, if the path is a mount point.
    default Optional<MountPoint> at(Path target) throws IOException {
        List<MountPoint> stacked = stackedAt(target);
        return stacked.isEmpty() ? Optional.empty() : Optional.of(stacked.getLast());
    }

    /// All mounts exactly at this path, lowest first.
    List<MountPoint> stackedAt(Path target) throws IOException;
}
