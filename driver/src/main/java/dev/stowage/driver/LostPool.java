package dev.stowage.driver;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.lvm.LvmAdoption;
import dev.stowage.driver.pool.PoolIdentity;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.record.DriverRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A pool of backend lvm whose directory was lost, while its logical volumes are there.
///
/// @param data the directory of the driver
/// @param directory of the pool
/// @param name of the pool
public record LostPool(VolumeGroupName group, Path data, Path directory, String name) {

    /// The logical volumes without records; changes nothing.
    public List<LogicalVolume> find() throws IOException {
        return plan().lost();
    }

    /// How many logical volumes of the group belong to other pools.
    public long others() throws IOException {
        return plan().others();
    }

    private LvmAdoption plan() throws IOException {
        return LvmAdoption.plan(VolumeGroup.open(group, Optional.empty()), new PoolDirectory(directory));
    }

    /// Restores the records, of the pool and of the driver.
    ///
    /// @return how many
    /// @throws IOException also when the driver is running
    public int restore() throws IOException {
        DriverRecords records = DriverRecords.in(data.resolve("records"));
        LvmAdoption plan = plan();
        Directories.ensure(directory);
        int restored = plan.adopt(records, name);
        new PoolIdentity(settings(), BackendFactory.notes(data, name).resolve("mark.json"), List.of()).accept();
        return restored;
    }

    private PoolSettings settings() {
        return new PoolSettings(
                name,
                BackendKind.LVM,
                directory,
                Bytes.ZERO,
                1,
                Bytes.ZERO,
                false,
                false,
                Optional.empty(),
                Optional.of(group));
    }
}
