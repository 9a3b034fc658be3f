package dev.stowage.cli.up.backend;

import dev.stowage.driver.backend.BackendKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The volume backends that a machine supports, the best first.
///
/// @param reflink whether images can share blocks in their own XFS pool
public record AvailableBackends(List<BackendAvailability> all, boolean reflink) {

    public AvailableBackends {
        all = List.copyOf(all);
    }

    public static AvailableBackends of(HostCapabilities hostCapabilities) {
        return new AvailableBackends(
                Arrays.stream(BackendKind.values())
                        // A volume group belongs to the administrator; the other pools are created here.
                        .filter(kind -> kind != BackendKind.LVM)
                        .map(kind -> new BackendAvailability(kind, lack(kind, hostCapabilities)))
                        .toList(),
                hostCapabilities.canMake("xfs"));
    }

    private static Optional<String> lack(BackendKind kind, HostCapabilities hostCapabilities) {
        return switch (kind) {
            case IMAGE -> disks(hostCapabilities).or(() -> fileSystem("ext4", "e2fsprogs", hostCapabilities));
            case BTRFS -> disks(hostCapabilities).or(() -> fileSystem("btrfs", "btrfs-progs", hostCapabilities));
            case LVM -> Optional.of("needs a volume group");
            case DIRECTORY, SHARED -> Optional.empty();
        };
    }

    /// Files become disks by loop devices.
    private static Optional<String> disks(HostCapabilities hostCapabilities) {
        if (!hostCapabilities.root()) {
            return Optional.of("needs root");
        }
        return hostCapabilities.hasLoopDevices()
                ? Optional.empty()
                : Optional.of("no loop devices (as root: modprobe loop)");
    }

    private static Optional<String> fileSystem(String name, String debianPackage, HostCapabilities hostCapabilities) {
        if (!hostCapabilities.fileSystems().contains(name)) {
            return Optional.of("the kernel does not support " + name);
        }
        return hostCapabilities.programs().contains("mkfs." + name)
                ? Optional.empty()
                : Optional.of("mkfs." + name + " is not installed (as root: apt-get install " + debianPackage + ")");
    }

    public boolean has(BackendKind kind) {
        return all.stream()
                .anyMatch(
                        backendAvailability -> backendAvailability.kind() == kind && backendAvailability.isAvailable());
    }

    public boolean hasPool(String name) {
        return all.stream()
                .anyMatch(backendAvailability ->
                        backendAvailability.pool().equals(name) && backendAvailability.isAvailable());
    }

    /// The backend of the default class if none was requested.
    public BackendKind best() {
        return has(BackendKind.IMAGE) ? BackendKind.IMAGE : BackendKind.DIRECTORY;
    }

    public BackendAvailability of(BackendKind kind) {
        return all.stream()
                .filter(backendAvailability -> backendAvailability.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    public List<BackendAvailability> missing() {
        return all.stream()
                .filter(backendAvailability -> !backendAvailability.isAvailable())
                .toList();
    }
}
