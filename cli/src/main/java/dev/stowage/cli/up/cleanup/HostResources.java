package dev.stowage.cli.up.cleanup;

import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The host resources of a cluster: what it mounted in its data directory, the loop devices over its files, and
/// its container processes.
///
/// @param mounts in the order in which they can be unmounted
/// @param otherMounts mounts in the data directory that the cluster did not make; they are left as they are
public record HostResources(
        List<MountPoint> mounts,
        List<LoopDevice> devices,
        List<ContainerProcess> processes,
        List<MountPoint> otherMounts) {
    /// Where the files behind loop devices are.
    private static final List<String> DISKS = List.of("drivers", "disks", "zones");

    public HostResources {
        mounts = List.copyOf(mounts);
        devices = List.copyOf(devices);
        processes = List.copyOf(processes);
        otherMounts = List.copyOf(otherMounts);
    }

    public static HostResources of(Path directory) throws IOException {
        // The kernel knows paths without links only.
        Path data = Files.exists(directory) ? directory.toRealPath() : directory;
        List<LoopDevice> devices = devices(data);
        ClusterMounts mounts = ClusterMounts.of(data, MountTable.read(), devices);
        return new HostResources(mounts.own(), devices, ContainerProcess.in(data), mounts.others());
    }

    private static List<LoopDevice> devices(Path data) throws IOException {
        if (!HostCapabilities.isTrueRoot()) {
            return List.of(); // they are root's alone
        }
        return LoopDevices.system().list().stream()
                .filter(device -> DISKS.stream()
                        .map(data::resolve)
                        .anyMatch(disks -> Path.of(device.backingFile()).startsWith(disks)))
                .toList();
    }

    public List<Path> targets() {
        return mounts.stream().map(MountPoint::target).toList();
    }

    public List<Path> otherTargets() {
        return otherMounts.stream().map(MountPoint::target).toList();
    }

    /// Whether nothing of the cluster is left.
    public boolean isNone() {
        return mounts.isEmpty() && devices.isEmpty() && processes.isEmpty();
    }

    public int pods() {
        return (int) processes.stream().map(ContainerProcess::pod).distinct().count();
    }

    /// As `2 pods, 5 mounts and 1 loop device`.
    public String counts() {
        return count(pods(), "pod") + ", " + count(mounts.size(), "mount") + " and "
                + count(devices.size(), "loop device");
    }

    public static String count(long number, String what) {
        return (number == 0 ? "no" : String.valueOf(number)) + " " + what + (number == 1 ? "" : "s");
    }
}
