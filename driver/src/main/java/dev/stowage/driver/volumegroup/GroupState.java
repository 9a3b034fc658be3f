package dev.stowage.driver.volumegroup;

import java.util.List;
import java.util.Optional;

/// A volume group at one moment.
///
/// @param size in bytes, of all its disks
/// @param free in bytes
/// @param missingDisks how many of its disks cannot be found
/// @param volumes its visible logical volumes
public record GroupState(long size, long free, int missingDisks, List<LogicalVolume> volumes) {

    public GroupState {
        volumes = List.copyOf(volumes);
    }

    public Optional<LogicalVolume> find(String name) {
        return volumes.stream().filter(volume -> volume.name().equals(name)).findFirst();
    }

    /// The snapshots of a volume that copy on write, also those of other programs. They would be removed with it.
    public List<LogicalVolume> cowsOf(String origin) {
        return volumes.stream()
                .filter(LogicalVolume::isCow)
                .filter(volume -> volume.origin().equals(Optional.of(origin)))
                .toList();
    }
}
