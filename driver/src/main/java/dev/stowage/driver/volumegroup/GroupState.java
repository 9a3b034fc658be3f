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

    /// The volumes that read from another one, also those of other programs. They would be removed with it. They are
    /// snapshots that copy on write, and thin ones of a volume outside their pool; one in the same pool shares
    /// blocks, and is independent.
    public List<LogicalVolume> dependentsOf(String origin) {
        Optional<String> pool = find(origin).flatMap(LogicalVolume::pool);
        return volumes.stream()
                .filter(volume -> volume.origin().equals(Optional.of(origin)))
                .filter(volume -> volume.isCow() || !volume.pool().equals(pool))
                .toList();
    }
}
