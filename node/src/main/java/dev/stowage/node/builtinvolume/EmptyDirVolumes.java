package dev.stowage.node.builtinvolume;

import static java.util.Objects.requireNonNull;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.fsgroup.VolumeOwnership;
import dev.stowage.node.layout.KubeletPaths;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Volumes of type emptyDir, on the disk of the node or in its memory. A marker file beside the volumes of the
/// pod says that a volume is set up; from then on it belongs to the pod and is not changed any more.
final class EmptyDirVolumes {
    private static final int MODE = 0777;
    private static final String TMPFS = "tmpfs";

    /// The name of the source is free for a file system in memory. This one says whose it is, so that a tmpfs that
    /// a user mounted is never taken for a volume.
    static final String SOURCE = "stowage-tmpfs";

    private final KubeletPaths paths;
    private final Mounts mounts;

    EmptyDirVolumes(KubeletPaths paths, Mounts mounts) {
        this.paths = paths;
        this.mounts = mounts;
    }

    /// @param folder the directory of the volume
    /// @param mark the name of its marker file
    /// @param memory its maximum size in memory; 0 for the default of the kernel; null for a volume on disk
    /// @param group its group; null for the default
    void setUp(String podUid, Path folder, String mark, @Nullable Long memory, @Nullable Long group)
            throws IOException {
        Path ready = mark(podUid, mark).resolve("ready");
        boolean marked = Files.exists(ready, LinkOption.NOFOLLOW_LINKS);
        boolean there = memory == null ? Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) : isTmpfs(folder);
        if (marked && there) {
            return;
        }
        Directories.ensure(requireNonNull(folder.getParent()));
        Directories.ensure(folder, MODE);
        if (memory != null && !there) {
            mount(folder, memory);
        } else if (memory == null) {
            FilePermissions.chmod(folder, MODE);
        }
        if (group != null) {
            VolumeOwnership.apply(folder, group, false, "");
        }
        Directories.ensure(requireNonNull(ready.getParent()));
        Files.write(ready, new byte[0]);
    }

    private void mount(Path folder, long memory) throws IOException {
        String size = memory > 0 ? "size=" + memory : "";
        try {
            mounts.mount(SOURCE, folder, TMPFS, Set.of(), size.isEmpty() ? "noswap" : size + ",noswap");
        } catch (LinuxException e) {
            if (e.errno() != Errno.EINVAL) {
                throw e;
            }
            // Kernels before 6.4 do not know that memory can be kept from being swapped out.
            mounts.mount(SOURCE, folder, TMPFS, Set.of(), size);
        }
    }

    private boolean isTmpfs(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && mounts.at(folder).filter(EmptyDirVolumes::isTmpfs).isPresent();
    }

    private static boolean isTmpfs(MountPoint mount) {
        return mount.fsType().equals(TMPFS);
    }

    /// Takes it away with all that is in it, and stops at whatever is mounted in it.
    void tearDown(String podUid, Path folder, String mark) throws IOException {
        removeIfThere(requireNonNull(mark(podUid, mark).getParent()), mark);
        removeEmpty(requireNonNull(mark(podUid, mark).getParent()));
        removeEmpty(paths.pod(podUid).resolve("plugins"));
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            for (Optional<MountPoint> top = mounts.at(folder);
                    top.filter(EmptyDirVolumes::isTmpfs).isPresent();
                    top = mounts.at(folder)) {
                mounts.unmount(folder);
            }
            removeIfThere(
                    requireNonNull(folder.getParent()), folder.getFileName().toString());
        }
        removeEmpty(requireNonNull(folder.getParent()));
    }

    private Path mark(String podUid, String name) {
        return paths.pod(podUid)
                .resolve("plugins")
                .resolve(BuiltInVolumeType.EMPTY_DIR.plugin())
                .resolve(name);
    }

    private static void removeIfThere(Path parent, String name) throws IOException {
        if (Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
            Directories.removeTree(parent, name);
        }
    }

    private static void removeEmpty(Path directory) throws IOException {
        try {
            Files.delete(directory);
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            // Gone already, or another volume's.
        }
    }
}
