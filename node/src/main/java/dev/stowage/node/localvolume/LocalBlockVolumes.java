package dev.stowage.node.localvolume;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.blockdevice.MappedDevice;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.podvolumes.VolumeSetUpException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Local volumes with the volume mode Block: the device itself is mapped into pods. Thread-safe: each pod has
/// its own entries.
public final class LocalBlockVolumes {
    private final KubeletPaths paths;
    private final Mounts mounts;

    public LocalBlockVolumes(KubeletPaths paths, Mounts mounts) {
        this.paths = paths;
        this.mounts = mounts;
    }

    /// Idempotent.
    public MappedDevice map(String podUid, PersistentVolume volume) throws IOException {
        Path written = LocalPath.written(volume);
        Path device;
        try {
            device = written.toRealPath();
        } catch (NoSuchFileException e) {
            throw new VolumeSetUpException(
                    "MapVolume.EvalHostSymlinks failed", "lstat " + written + ": no such file or directory", e);
        }
        MappedDevice mapped = mapped(podUid, volume.meta().name());
        try {
            mapped.map(device, mounts);
        } catch (IOException e) {
            throw new VolumeSetUpException("MapVolume.MapBlockVolume failed", String.valueOf(e.getMessage()), e);
        }
        return mapped;
    }

    /// Unmaps all devices of a pod. Each of the two places may be the only trace of one.
    public void unmapAll(String podUid) throws IOException {
        Set<String> volumes =
                new LinkedHashSet<>(names(paths.volumeDevices(podUid).resolve(KubeletPaths.LOCAL_IN_PODS)));
        for (String volume : names(paths.localDevices())) {
            if (Files.exists(paths.localDevice(volume).resolve(podUid), LinkOption.NOFOLLOW_LINKS)) {
                volumes.add(volume);
            }
        }
        for (String volume : volumes) {
            mapped(podUid, volume).unmap(mounts);
            removeIfEmpty(paths.localDevice(volume));
        }
    }

    private static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // Another pod uses the device.
        }
    }

    private MappedDevice mapped(String podUid, String specName) {
        return new MappedDevice(paths.localDevice(specName).resolve(podUid), paths.localDeviceLink(podUid, specName));
    }

    private static List<String> names(Path directory) throws IOException {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) ? Directories.list(directory) : List.of();
    }
}
