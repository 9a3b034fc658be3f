package dev.stowage.node.localvolume;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.MountFlag;
import dev.stowage.linux.mount.MountOptions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.podvolumes.VolumeSetUpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The mounts of devices of local volumes, one for all pods of the node.
final class LocalDeviceMounts {
    private static final String DEFAULT_FS_TYPE = "ext4";
    private static final int MOST_STACKED = 64;

    private final KubeletPaths paths;
    private final Mounts mounts;

    LocalDeviceMounts(KubeletPaths paths, Mounts mounts) {
        this.paths = paths;
        this.mounts = mounts;
    }

    /// Mounts the file system on the device. A blank device is formatted before.
    Path mount(PersistentVolume volume, Path device, boolean readOnly) throws IOException {
        Path global = paths.localDeviceMount(volume.meta().name());
        Directories.ensure(global);
        if (mounts.at(global).isPresent()) {
            return global;
        }
        String fsType = fsType(volume);
        List<String> options = new ArrayList<>(volume.mountOptions());
        if (readOnly) {
            options.add("ro");
        }
        MountOptions parsed = MountOptions.parse(options);
        try {
            DeviceFormat.prepare(device, fsType, parsed.flags().contains(MountFlag.READ_ONLY));
            mounts.mount(device.toString(), global, fsType, parsed.flags(), parsed.data());
        } catch (IOException e) {
            throw new VolumeSetUpException(
                    "MountVolume.MountDevice failed",
                    "local: failed to mount device %s at %s (fstype: %s), error %s"
                            .formatted(device, global, fsType, e.getMessage()),
                    e);
        }
        return global;
    }

    private static String fsType(PersistentVolume volume) {
        return Optional.ofNullable(volume.nodeSource())
                .map(source -> source.source().path("fsType").asText(""))
                .filter(type -> !type.isEmpty())
                .orElse(DEFAULT_FS_TYPE);
    }

    /// The mount table knows all pods that use it, also those of an earlier run.
    void unmountUnused(String specName) throws IOException {
        Path global = paths.localDeviceMount(specName);
        boolean mounted = mounts.at(global).isPresent();
        if (!mounted && Files.notExists(global, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path pods = paths.pods().toRealPath();
        Path inPod = Path.of("volumes", KubeletPaths.LOCAL_IN_PODS, specName);
        boolean used = mounts.table().stream()
                .map(MountPoint::target)
                .anyMatch(target -> target.startsWith(pods)
                        && target.getNameCount() == pods.getNameCount() + 1 + inPod.getNameCount()
                        && target.endsWith(inPod));
        if (!used) {
            unmountAll(global);
            Files.deleteIfExists(global);
        }
    }

    /// The mount table says what is mounted: a file system whose device is gone may not even answer that its root
    /// exists.
    void unmountAll(Path target) throws IOException {
        for (int i = 0; i < MOST_STACKED && mounts.at(target).isPresent(); i++) {
            mounts.unmount(target);
        }
    }
}
