package dev.stowage.cli.doctor;

import dev.stowage.driver.volumegroup.VolumeGroupName;
import java.nio.file.Path;

/// What `--adopt` works on.
///
/// @param data the directory of the driver
/// @param pool the directory of the pool
/// @param poolName the name of the pool in the driver's configuration
/// @param isConfirmed whether records are restored, and not only shown
record AdoptionOptions(VolumeGroupName group, Path data, Path pool, String poolName, boolean isConfirmed) {}
