package dev.stowage.cli.up.pool;

import dev.stowage.driver.backend.BackendKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a machine offers for volumes, the best first.
///
/// @param reflink whether images can share blocks in a pool of their own, as XFS can be made and mounted
public record Offers(List<Offer> all, boolean reflink) {

    public Offers {
        all = List.copyOf(all);
    }

    public static Offers of(Machine machine) {
        return new Offers(
                Arrays.stream(BackendKind.values())
                        .map(kind -> new Offer(kind, lack(kind, machine)))
                        .toList(),
                machine.canMake("xfs"));
    }

    private static Optional<String> lack(BackendKind kind, Machine machine) {
        return switch (kind) {
            case IMAGE -> disks(machine).or(() -> fileSystem("ext4", "e2fsprogs", machine));
            case BTRFS -> disks(machine).or(() -> fileSystem("btrfs", "btrfs-progs", machine));
            case DIRECTORY, SHARED -> Optional.empty();
        };
    }

    /// Files become disks by loop devices.
    private static Optional<String> disks(Machine machine) {
        if (!machine.root()) {
            return Optional.of("it needs root");
        }
        return machine.hasLoopDevices()
                ? Optional.empty()
                : Optional.of("there are no loop devices; as root: modprobe loop");
    }

    private static Optional<String> fileSystem(String name, String debianPackage, Machine machine) {
        if (!machine.fileSystems().contains(name)) {
            return Optional.of("the kernel has no " + name);
        }
        return machine.programs().contains("mkfs." + name)
                ? Optional.empty()
                : Optional.of("mkfs." + name + " is missing; as root: apt-get install " + debianPackage);
    }

    public boolean has(BackendKind kind) {
        return all.stream().anyMatch(offer -> offer.kind() == kind && offer.isThere());
    }

    public boolean hasPool(String name) {
        return all.stream().anyMatch(offer -> offer.pool().equals(name) && offer.isThere());
    }

    /// What the usual class gets for which nobody wished anything.
    public BackendKind best() {
        return has(BackendKind.IMAGE) ? BackendKind.IMAGE : BackendKind.DIRECTORY;
    }

    public Offer of(BackendKind kind) {
        return all.stream().filter(offer -> offer.kind() == kind).findFirst().orElseThrow();
    }

    public List<Offer> missing() {
        return all.stream().filter(offer -> !offer.isThere()).toList();
    }
}
