package dev.stowage.driver.lvm;

import static java.util.Objects.requireNonNull;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.volumegroup.VolumeGroup;

/// Where the data and the records of a pool are.
///
/// @param group has the data
/// @param owner what the tag of the pool's logical volumes says
/// @param records the directory of the pool
public record LvmPool(VolumeGroup group, String owner, PoolDirectory records) {

    public LvmPool {
        requireNonNull(group, "group");
        requireNonNull(records, "records");
    }

    VolumeTags tags() {
        return new VolumeTags(owner);
    }
}
