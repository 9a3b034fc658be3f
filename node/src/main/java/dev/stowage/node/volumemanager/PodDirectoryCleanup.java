package dev.stowage.node.volumemanager;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.builtinvolume.BuiltInVolumes;
import dev.stowage.node.layout.KubeletPaths;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes the directories of a deleted pod. Directories are deleted one by one and only when they are empty and
/// nothing is mounted in them, so that no mount, no file and no directory of a user is deleted.
final class PodDirectoryCleanup {
    private static final Logger log = LoggerFactory.getLogger(PodDirectoryCleanup.class);

    /// Volume, container and number of the mount.
    private static final int SUB_PATH_DEPTH = 3;

    private final KubeletPaths paths;
    private final Mounts mounts;
    private final BuiltInVolumes local;

    PodDirectoryCleanup(KubeletPaths paths, Mounts mounts, BuiltInVolumes local) {
        this.paths = paths;
        this.mounts = mounts;
        this.local = local;
    }

    void remove(String uid) throws IOException {
        Path pod = paths.pod(uid);
        if (!isDirectory(pod)) {
            return;
        }
        releaseParts(pod.resolve("volume-subpaths"));
        Path volumes = paths.volumes(uid);
        for (String plugin : names(volumes)) {
            for (String name : names(volumes.resolve(plugin))) {
                if (local.owns(plugin)) {
                    local.tearDown(uid, plugin, name);
                }
            }
        }
        local.unmapDevices(uid);
        EmptyDirectoryRemoval.remove(volumes);
        EmptyDirectoryRemoval.remove(paths.volumeDevices(uid));
        try {
            EmptyDirectoryRemoval.remove(pod);
        } catch (DirectoryNotEmptyException e) {
            log.debug("Pod {} left files of its containers in {}.", uid, pod);
        }
    }

    /// Bind mounts of subPaths for containers that have exited. What a user mounted inside of one stays: it may
    /// be the only mount of that file system, and the directory below it belongs to the volume.
    private void releaseParts(Path parts) throws IOException {
        if (!isDirectory(parts)) {
            return;
        }
        Path canonical = parts.toRealPath();
        List<MountPoint> bound = mounts.table().stream()
                .filter(mount -> mount.target().startsWith(canonical)
                        && mount.target().getNameCount() == canonical.getNameCount() + SUB_PATH_DEPTH)
                .toList();
        for (MountPoint mount : bound.reversed()) {
            mounts.release(mount.target());
        }
        EmptyDirectoryRemoval.remove(parts);
    }

    private static List<String> names(Path directory) throws IOException {
        return isDirectory(directory) ? Directories.list(directory) : List.of();
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}
