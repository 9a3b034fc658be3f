package dev.stowage.driver.image;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the mount table says about the users of a loop device.
///
/// @param mounted where its file system is mounted, staging and publications alike
/// @param bound where its node is bound as a raw device
record LoopDeviceUsers(List<MountPoint> mounted, List<MountPoint> bound) {

    private static final int LOOP_MAJOR = 7;
    private static final Set<String> DEVICE_FILE_SYSTEMS = Set.of("devtmpfs", "tmpfs");

    static LoopDeviceUsers of(Mounts mounts, LoopDevice device) throws IOException {
        List<MountPoint> table = mounts.table();
        return new LoopDeviceUsers(
                table.stream().filter(mount -> isOf(mount, device)).toList(),
                table.stream().filter(mount -> isNodeOf(mount, device)).toList());
    }

    static boolean isOf(MountPoint mount, LoopDevice device) {
        // btrfs reports an anonymous device number; the source of the mount identifies the device.
        return mount.major() == LOOP_MAJOR
                ? mount.minor() == device.number()
                : mount.fsType().equals("btrfs")
                        && mount.source().equals(device.node().toString());
    }

    static boolean isNodeOf(MountPoint mount, LoopDevice device) {
        return DEVICE_FILE_SYSTEMS.contains(mount.fsType()) && mount.root().equals("/loop" + device.number());
    }

    /// Whether it is the bind mount of the device node of any loop device.
    static boolean isLoopNode(MountPoint mount) {
        return DEVICE_FILE_SYSTEMS.contains(mount.fsType()) && mount.root().matches("/loop[0-9]+");
    }

    boolean none() {
        return mounted.isEmpty() && bound.isEmpty();
    }

    /// Bound elsewhere than where it is staged.
    boolean isPublishedRaw() {
        return bound.stream().anyMatch(mount -> !mount.target().endsWith(StagedDeviceNode.NAME));
    }

    /// A place through which its file system can be frozen, when it is mounted for writing.
    Optional<VolumeFreezer.Frozen> toFreeze(Mounts mounts, LoopDevice device, VolumeId id) throws IOException {
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
    String places() {
        return String.join(
                ", ",
                java.util.stream.Stream.concat(mounted.stream(), bound.stream())
                        .map(mount -> mount.target().toString())
                        .toList());
    }
}
