package dev.stowage.cli.up.cleanup;

import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The host resources of a cluster: mounts, loop devices and container processes below its data directory.
///
/// @param mounts the newest first, the order in which they can be unmounted
public record HostResources(List<Path> mounts, List<LoopDevice> devices, List<ContainerProcess> processes) {

    public HostResources {
        mounts = List.copyOf(mounts);
        devices = List.copyOf(devices);
        processes = List.copyOf(processes);
    }

    public static HostResources of(Path data) throws IOException {
        return new HostResources(mounts(data), devices(data), ContainerProcess.in(data));
    }

    private static List<Path> mounts(Path data) throws IOException {
        List<Path> found = new ArrayList<>();
        for (MountPoint mount : Mounts.system().table()) {
            if (mount.target().startsWith(data)) {
                found.addFirst(mount.target());
            }
        }
        return found;
    }

    private static List<LoopDevice> devices(Path data) throws IOException {
        if (!HostCapabilities.isTrueRoot()) {
            return List.of(); // they are root's alone
        }
        return LoopDevices.system().list().stream()
                .filter(device -> Path.of(device.backingFile()).startsWith(data))
                .toList();
    }

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

    static String count(int number, String what) {
        return (number == 0 ? "no" : String.valueOf(number)) + " " + what + (number == 1 ? "" : "s");
    }
}
