package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.device.VolumeFreezer;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Optional;

/// Freezes a mounted btrfs, which the kernel does not do when it suspends the device: it does not know which file
/// system
/// a device of a btrfs belongs to. A copy with a log could not be mounted beside its original.
///
/// @param freezer undoes what a killed process left
record BtrfsFreeze(Mounts mounts, VolumeFreezer freezer) {

    VolumeFreezer.Held freeze(VolumeMeta volume, Optional<VolumeDevice> device) throws CsiException, IOException {
        if (!volume.fsType().equals(FileSystem.BTRFS.word()) || device.isEmpty()) {
            return () -> {};
        }
        return freezer.freeze(DeviceUsers.of(mounts, device.get()).toFreeze(mounts, device.get(), volume.id()).stream()
                .toList());
    }
}
