package dev.stowage.cli.up.cleanup;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import dev.stowage.node.builtinvolume.BuiltInVolumePlugins;
import dev.stowage.node.layout.SelfBindMount;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides whether a mount in a data directory was made by the cluster. Two things must agree: the place is one
/// at which clusters mount, and what is mounted there, its device and its root, comes from the cluster. A user
/// may have mounted a file system of their own at any of these places, or on top of ours.
final class MountOwnership {
    private static final int LOOP_MAJOR = 7;
    private static final Set<String> DEVICE_FILE_SYSTEMS = Set.of("devtmpfs", "tmpfs");
    private static final Set<String> NETWORK_FILE_SYSTEMS = Set.of("nfs", "nfs4");
    /// The places of bind mounts of directories of the machine.
    private static final Set<MountPlace> BOUND = Set.of(MountPlace.SUB_PATH, MountPlace.LOCAL_VOLUME);
    /// Where the volumes are.
    private static final List<String> SOURCES = List.of("drivers", "shared", "disks", "zones");

    private final Path data;
    private final MountTable table;
    private final List<LoopDevice> devices;

    /// @param data without links
    /// @param devices the loop devices over files of the cluster
    MountOwnership(Path data, MountTable table, List<LoopDevice> devices) {
        this.data = data;
        this.table = table;
        this.devices = List.copyOf(devices);
    }

    /// The place of a mount that the cluster made; empty for any other.
    Optional<MountPlace> placeOf(MountPoint mount) {
        return MountPlace.of(data.relativize(mount.target())).filter(place -> isOwn(mount, place));
    }

    private boolean isOwn(MountPoint mount, MountPlace place) {
        return switch (place) {
            // The volume is unmounted before a part that is in use.
            case SUB_PATH -> isMountedElsewhere(mount) || isOfOwnDevice(mount) || isOfOwnDirectory(mount);
            // A node holds nothing, and the device may be detached already.
            case RAW_DEVICE ->
                DEVICE_FILE_SYSTEMS.contains(mount.fsType()) && mount.root().matches("/loop\\d+");
            case RAW_LOCAL_DEVICE ->
                DEVICE_FILE_SYSTEMS.contains(mount.fsType()) && !mount.root().equals("/");
            // What is mounted elsewhere, too, is not lost.
            case LOCAL_VOLUME -> isMountedElsewhere(mount);
            case LOCAL_DEVICE -> isUsedByPod(mount);
            case NFS_VOLUME -> NETWORK_FILE_SYSTEMS.contains(mount.fsType());
            case PUBLISHED_VOLUME, STAGED_VOLUME -> isOfOwnDevice(mount) || isOfOwnDirectory(mount);
            case VOLUME_IN_MEMORY -> BuiltInVolumePlugins.isVolumeInMemory(mount);
            case POOL -> isOfOwnDevice(mount);
            case SELF_BIND -> SelfBindMount.is(mount, table.mounts());
        };
    }

    /// What a part or a local volume is bound from is mounted itself, so that nothing is lost with it.
    private boolean isMountedElsewhere(MountPoint mount) {
        return table.mounts().stream()
                .filter(other -> other.device().equals(mount.device()) && other.id() != mount.id())
                .anyMatch(other -> !other.target().startsWith(data)
                        || place(other).filter(BOUND::contains).isEmpty());
    }

    /// A pod has the volume of the same name and device.
    private boolean isUsedByPod(MountPoint mount) {
        return table.mounts().stream()
                .filter(other -> other.device().equals(mount.device())
                        && other.target().startsWith(data)
                        && other.target().getFileName().equals(mount.target().getFileName()))
                .anyMatch(other -> place(other).equals(Optional.of(MountPlace.LOCAL_VOLUME)));
    }

    private Optional<MountPlace> place(MountPoint mount) {
        return MountPlace.of(data.relativize(mount.target()));
    }

    private boolean isOfOwnDevice(MountPoint mount) {
        // btrfs reports an anonymous device number; the source of the mount identifies the device.
        return devices.stream()
                .anyMatch(device -> mount.major() == LOOP_MAJOR
                        ? mount.minor() == device.number()
                        : mount.fsType().equals("btrfs")
                                && mount.source().equals(device.node().toString()));
    }

    /// A bind mount of a directory in which the cluster keeps volumes, wherever the administrator put that
    /// directory.
    private boolean isOfOwnDirectory(MountPoint mount) {
        return SOURCES.stream().map(data::resolve).anyMatch(source -> isOf(mount, source));
    }

    private boolean isOf(MountPoint mount, Path source) {
        boolean below = table.mounts().stream()
                .filter(other -> other.target().startsWith(source) && other.id() != mount.id())
                .anyMatch(other -> shows(other, Path.of(other.root()), mount));
        return below
                || table.covering(source)
                        .filter(holding -> shows(
                                holding,
                                Path.of(holding.root()).resolve(holding.target().relativize(source)),
                                mount))
                        .isPresent();
    }

    private static boolean shows(MountPoint holding, Path root, MountPoint mount) {
        return holding.device().equals(mount.device()) && Path.of(mount.root()).startsWith(root);
    }
}
