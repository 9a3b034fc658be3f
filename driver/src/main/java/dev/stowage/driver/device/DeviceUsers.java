package dev.stowage.driver.device;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the mount table says about the users of a volume's device.
///
/// @param mounted where its file system is mounted, staging and publications alike
/// @param bound where its node is bound as a raw device
public record DeviceUsers(List<MountPoint> mounted, List<MountPoint> bound) {

    private static final Set<String> DEVICE_FILE_SYSTEMS = Set.of("devtmpfs", "tmpfs");

    public static DeviceUsers of(Mounts mounts, VolumeDevice device) throws IOException {
        List<MountPoint> table = mounts.table();
        return new DeviceUsers(
                table.stream().filter(mount -> isOf(mount, device)).toList(),
                table.stream().filter(mount -> isNodeOf(mount, device)).toList());
    }

    public static boolean isOf(MountPoint mount, VolumeDevice device) {
        // btrfs reports an anonymous device number; the source of the mount identifies the device.
        return (mount.major() == device.major() && mount.minor() == device.minor())
                || (mount.fsType().equals("btrfs")
                        && mount.source().equals(device.node().toString()));
    }

    public static boolean isNodeOf(MountPoint mount, VolumeDevice device) {
        return DEVICE_FILE_SYSTEMS.contains(mount.fsType())
                && mount.root().equals("/" + device.node().getFileName());
    }

    /// Whether it is the bind mount of the node of any device that a volume can have.
    public static boolean isVolumeNode(MountPoint mount) {
        return DEVICE_FILE_SYSTEMS.contains(mount.fsType()) && mount.root().matches("/(loop|dm-)[0-9]+");
    }

    public boolean none() {
        return mounted.isEmpty() && bound.isEmpty();
    }

    /// Bound elsewhere than where it is staged.
    public boolean isPublishedRaw() {
        return bound.stream().anyMatch(mount -> !mount.target().endsWith(StagedDeviceNode.NAME));
    }

    /// A place through which its file system can be frozen, when it is mounted for writing.
    public Optional<VolumeFreezer.Frozen> toFreeze(Mounts mounts, VolumeDevice device, VolumeId id) throws IOException {
        for (MountPoint mount : mounted) {
            // Not one that is hidden below another mount.
            if (!mount.superOptions().contains("ro")
                    && mounts.at(mount.target())
                            .filter(top -> top.id() == mount.id())
                            .isPresent()) {
                return Optional.of(new VolumeFreezer.Frozen(id, mount.target(), mount.source()));
            }
        }
        return Optional.empty();
    }

    /// For messages.
    public String places() {
        return String.join(
                ", ",
                java.util.stream.Stream.concat(mounted.stream(), bound.stream())
                        .map(mount -> mount.target().toString())
                        .toList());
    }
}
