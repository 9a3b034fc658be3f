package dev.stowage.node.volumemanager.operations;

import static java.util.Objects.requireNonNull;

import dev.stowage.linux.Stat;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.podvolumes.PodVolumeKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The paths under which the kubelet keeps a published device: a bind mount for the node, and a link in the
/// pod.
final class BlockDeviceMap {
    private static final int MODE = 0750;

    private final KubeletPaths paths;
    private final Mounts mounts;

    BlockDeviceMap(KubeletPaths paths, Mounts mounts) {
        this.paths = paths;
        this.mounts = mounts;
    }

    /// A node that an earlier run left may lead to another device by now: numbers of loop devices are used again. And
    /// after an unmount only the empty file is left that was below the node.
    void add(PodVolumeKey podVolumeKey) throws IOException {
        Path device = paths.blockPublish(podVolumeKey.specName(), podVolumeKey.podUid())
                .toRealPath();
        Stat published = Stat.of(device);
        if (!published.isBlockDevice()) {
            throw new IOException("the driver published " + device + ", which is not a block device");
        }
        Path global = global(podVolumeKey);
        Directories.ensure(requireNonNull(global.getParent()), MODE);
        if (Stat.find(global).filter(found -> isSameDevice(found, published)).isEmpty()) {
            mounts.release(global);
            Files.createFile(global);
            mounts.bind(device, global, false);
        }
        Path link = paths.blockLink(podVolumeKey.podUid(), podVolumeKey.specName());
        Directories.ensure(requireNonNull(link.getParent()), MODE);
        // One from before a restart of the machine may lead to another device.
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, device);
    }

    private static boolean isSameDevice(Stat found, Stat published) {
        return found.isBlockDevice()
                && found.nodeMajor() == published.nodeMajor()
                && found.nodeMinor() == published.nodeMinor();
    }

    void remove(PodVolumeKey podVolumeKey) throws IOException {
        Path global = global(podVolumeKey);
        detachLoopDevice(global);
        Files.deleteIfExists(paths.blockLink(podVolumeKey.podUid(), podVolumeKey.specName()));
        if (Files.isDirectory(requireNonNull(global.getParent()))) {
            mounts.release(global);
        }
    }

    /// The kubelet keeps the device open with a loop device over it.
    private static void detachLoopDevice(Path global) throws IOException {
        if (!Files.exists(global)) {
            return;
        }
        for (LoopDevice loop : LoopDevices.system().list()) {
            if (loop.backingFile().equals(global.toString())) {
                LoopDevices.system().detach(loop);
            }
        }
    }

    /// Called when no pod uses it any more. Only entries that the kubelet creates are deleted; a directory that
    /// is not empty stays.
    void removeVolume(String specName) throws IOException {
        Files.deleteIfExists(paths.blockDevices().resolve("publish").resolve(specName));
        Files.deleteIfExists(paths.blockStaging(specName));
        Path folder = paths.blockDevice(specName);
        Files.deleteIfExists(folder.resolve("dev"));
        Files.deleteIfExists(folder.resolve("data").resolve(VolData.FILE));
        Files.deleteIfExists(folder.resolve("data"));
        Files.deleteIfExists(folder);
    }

    private Path global(PodVolumeKey podVolumeKey) {
        return paths.blockDevice(podVolumeKey.specName()).resolve("dev").resolve(podVolumeKey.podUid());
    }
}
