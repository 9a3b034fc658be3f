package dev.stowage.driver.crash;

import dev.stowage.driver.process.ProcessCapabilities;
import java.io.IOException;
import java.util.List;

/// A variant of the driver, and which calls it knows.
///
/// @param name for people
/// @param flags that make it so
/// @param fsType the file system of its volumes; empty when they are directories
/// @param mebibytes the size of its volumes
/// @param attaches whether volumes are attached
/// @param snapshots whether it has snapshots, groups of them, and clones
record DriverVariant(
        String name, List<String> flags, String fsType, long mebibytes, boolean attaches, boolean snapshots) {

    static final DriverVariant IMAGE =
            new DriverVariant("image", List.of("--backend=image", "--pool-size=2Gi"), "ext4", 16, false, true);
    /// Snapshots are the same as without attaching.
    static final DriverVariant ATTACHED = new DriverVariant(
            "attached image",
            List.of("--backend=image", "--pool-size=8Gi", "--thin", "--attach"),
            "xfs",
            300,
            true,
            false);
    static final DriverVariant SUBVOLUME =
            new DriverVariant("subvolume", List.of("--backend=btrfs", "--pool-size=2Gi"), "", 16, false, true);
    static final DriverVariant DIRECTORY =
            new DriverVariant("directory", List.of("--backend=directory"), "", 16, false, false);

    /// Whether volumes are prepared on a node before they are published.
    boolean stages() {
        return !fsType.isEmpty();
    }

    boolean grows() throws IOException {
        return !fsType.equals("ext4") || ProcessCapabilities.mayGrowMountedExt4();
    }
}
