package dev.stowage.node.subpath;

import static java.util.Objects.requireNonNull;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The bind mounts of subPaths, at the paths of the kubelet.
///
/// A user who can write to the volume can change it during the check. So the subPath is opened once, with the
/// kernel keeping it beneath the volume, and the opened file is mounted: the path is never resolved again.
/// Links are followed as long as they stay in the volume.
public final class SubPathBindMounts implements SubPaths {
    private static final Logger log = LoggerFactory.getLogger(SubPathBindMounts.class);
    private static final int PERMISSIONS = 02777;

    private final KubeletPaths paths;
    private final Mounts mounts;

    public SubPathBindMounts(KubeletPaths paths) {
        this.paths = paths;
        this.mounts = Mounts.system();
    }

    @Override
    public Path prepare(NodePod pod, String container, int mount, HostVolume volume, String subPath)
            throws IOException {
        Path part = relative(subPath);
        Path target = paths.subPath(pod.uid(), placeName(pod, volume), container, mount);
        try (Descriptor opened = open(volume.path(), part.toString())) {
            bind(opened, target);
        } catch (IOException e) {
            // The exact reason would disclose details of the machine to the user of the pod.
            log.warn(
                    "Cannot prepare subPath \"{}\" of {} for pod {}: {}", subPath, volume, pod.shown(), e.getMessage());
            throw new IOException(
                    "failed to prepare subPath for volumeMount \"" + volume.name() + "\" of container \"" + container
                            + "\"",
                    e);
        }
        return target;
    }

    private static Path relative(String subPath) throws IOException {
        if (subPath.startsWith("/")) {
            throw new IOException("error SubPath `" + subPath + "` must not be an absolute path");
        }
        if (subPath.isEmpty() || subPath.indexOf('\0') >= 0) {
            throw new IOException("unable to provision SubPath `" + subPath.replace('\0', '?') + "`: no such path");
        }
        for (Path name : Path.of(subPath)) {
            if (name.toString().equals("..")) {
                throw new IOException("unable to provision SubPath `" + subPath + "`: must not contain '..'");
            }
        }
        Path normal = Path.of(subPath).normalize();
        return normal.toString().isEmpty() ? Path.of(".") : normal;
    }

    /// The name that the kubelet uses: that of the persistent volume, if there is one.
    private String placeName(NodePod pod, HostVolume volume) {
        Path volumes = paths.volumes(pod.uid());
        boolean isHere = volume.path().startsWith(volumes) && volume.path().getNameCount() > volumes.getNameCount() + 1;
        return isHere ? volumes.relativize(volume.path()).getName(1).toString() : volume.name();
    }

    /// On a thread for blocking calls, because the server of the volume may be dead.
    private static Descriptor open(Path volume, String part) throws IOException {
        return BlockingCalls.shared().call("subPath of " + volume, "open", part + " in " + volume, () -> {
            try (BeneathResolver beneathResolver = BeneathResolver.followingLinks(volume)) {
                try {
                    return beneathResolver.openHandle(part);
                } catch (LinuxException e) {
                    if (e.errno() != Errno.ENOENT) {
                        throw e;
                    }
                    return beneathResolver.ensureDirectory(
                            part, Stat.of(beneathResolver.base()).permissions() & PERMISSIONS);
                }
            }
        });
    }

    private void bind(Descriptor opened, Path target) throws IOException {
        Stat wanted = Stat.of(opened);
        while (mounts.at(target).isPresent()) {
            if (stat(target).isSameFileAs(wanted)) {
                return;
            }
            mounts.unmount(target);
        }
        Directories.ensure(requireNonNull(target.getParent()));
        makePlace(target, wanted.isDirectory());
        mounts.bind(opened.path(), target, false);
    }

    private static Stat stat(Path target) throws IOException {
        return BlockingCalls.shared().call("subPath at " + target, "stat", target, () -> Stat.of(target));
    }

    /// A directory for a directory, and an empty file for everything else, so that one of the wrong type can be
    /// deleted.
    private static void makePlace(Path target, boolean directory) throws IOException {
        boolean there = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        if (there && Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS) != directory) {
            Files.delete(target);
            there = false;
        }
        if (directory) {
            Directories.ensure(target);
        } else if (!there) {
            Files.createFile(target);
        }
    }

    @Override
    public void release(String podUid) throws IOException {
        Path root = paths.pod(podUid).resolve("volume-subpaths");
        for (Path volume : inside(root)) {
            for (Path container : inside(volume)) {
                for (Path target : inside(container)) {
                    mounts.release(target);
                }
                Files.delete(container);
            }
            Files.delete(volume);
        }
        Files.deleteIfExists(root);
    }

    /// By name only: accessing what is mounted there could hang.
    private static List<Path> inside(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        return Directories.list(directory).stream().map(directory::resolve).toList();
    }
}
