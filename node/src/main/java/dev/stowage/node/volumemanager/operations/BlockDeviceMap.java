package dev.stowage.node.volumemanager.operations;

import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.blockdevice.MappedDevice;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.podvolumes.PodVolumeKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Maps the devices that drivers published.
final class BlockDeviceMap {
    private final KubeletPaths paths;
    private final Mounts mounts;

    BlockDeviceMap(KubeletPaths paths, Mounts mounts) {
        this.paths = paths;
        this.mounts = mounts;
    }

    void add(PodVolumeKey podVolumeKey) throws IOException {
        Path device = paths.blockPublish(podVolumeKey.specName(), podVolumeKey.podUid())
                .toRealPath();
        if (!Stat.of(device).isBlockDevice()) {
            throw new IOException("the driver published " + device + ", which is not a block device");
        }
        mapped(podVolumeKey).map(device, mounts);
    }

    void remove(PodVolumeKey podVolumeKey) throws IOException {
        mapped(podVolumeKey).unmap(mounts);
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

    private MappedDevice mapped(PodVolumeKey podVolumeKey) {
        return new MappedDevice(
                paths.blockDevice(podVolumeKey.specName()).resolve("dev").resolve(podVolumeKey.podUid()),
                paths.blockLink(podVolumeKey.podUid(), podVolumeKey.specName()));
    }
}
