package dev.stowage.driver.fault;

import dev.stowage.driver.crash.DriverVariant;
import dev.stowage.driver.lvm.TestVolumeGroup;
import java.io.IOException;

/// A volume group on the disk.
///
/// @param variant thick or thin
record GroupStorage(TestVolumeGroup group, DriverVariant variant) implements FaultySystem.Storage {

    /// The driver activates what it needs.
    @Override
    public void open() {}

    /// The program cannot read the group while its disk fails, so the devices are removed in the kernel.
    @Override
    public void close() throws IOException {
        group.removeDevices();
    }
}
