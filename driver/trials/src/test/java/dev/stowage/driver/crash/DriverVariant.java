package dev.stowage.driver.crash;

import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.ProcessCapabilities;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// A variant of the driver, and which calls it knows.
///
/// @param name for people
/// @param flags that make it so
/// @param fsType the file system of its volumes, or [#RAW]; empty when they are directories
/// @param mebibytes the size of its volumes
/// @param attaches whether volumes are attached
/// @param snapshots whether it has snapshots, groups of them, and clones
/// @param parameters of its classes, for volumes and snapshots
/// @param elsewhere what it keeps outside its directories
public record DriverVariant(
        String name,
        List<String> flags,
        String fsType,
        long mebibytes,
        boolean attaches,
        boolean snapshots,
        Map<String, String> parameters,
        Elsewhere elsewhere) {

    /// In place of a file system.
    public static final String RAW = "raw device";

    /// Lists what a driver has created outside the directories of a test.
    @FunctionalInterface
    public interface Elsewhere {
        List<String> list() throws IOException;
    }

    public DriverVariant(
            String name, List<String> flags, String fsType, long mebibytes, boolean attaches, boolean snapshots) {
        this(name, flags, fsType, mebibytes, attaches, snapshots, Map.of(), List::of);
    }

    public static final DriverVariant IMAGE =
            new DriverVariant("image", List.of("--backend=image", "--pool-size=2Gi"), "ext4", 16, false, true);
    /// Snapshots are the same as without attaching.
    public static final DriverVariant ATTACHED = new DriverVariant(
            "attached image",
            List.of("--backend=image", "--pool-size=8Gi", "--thin", "--attach"),
            "xfs",
            300,
            true,
            false);
    public static final DriverVariant SUBVOLUME =
            new DriverVariant("subvolume", List.of("--backend=btrfs", "--pool-size=2Gi"), "", 16, false, true);
    public static final DriverVariant DIRECTORY =
            new DriverVariant("directory", List.of("--backend=directory"), "", 16, false, false);

    public static DriverVariant thick(TestVolumeGroup group) {
        return new DriverVariant(
                "thick lvm",
                List.of("--backend=lvm", "--volume-group=" + group.name()),
                "ext4",
                16,
                false,
                false,
                Map.of(),
                group::list);
    }

    /// The same with a class that allows copies.
    public static DriverVariant thickWithCopies(TestVolumeGroup group) {
        return new DriverVariant(
                "thick lvm with copies",
                List.of("--backend=lvm", "--volume-group=" + group.name()),
                "ext4",
                16,
                false,
                true,
                Map.of("copyThickVolumes", "true"),
                group::list);
    }

    public static DriverVariant thin(TestVolumeGroup group) {
        return new DriverVariant(
                "thin lvm",
                List.of("--backend=lvm", "--volume-group=" + group.name(), "--thin-pool=" + TestVolumeGroup.THIN_POOL),
                "ext4",
                16,
                false,
                true,
                Map.of(),
                group::list);
    }

    /// The same with other volumes.
    ///
    /// @param kind a file system, or [#RAW]
    public DriverVariant with(String kind, long size) {
        return new DriverVariant(name + " with " + kind, flags, kind, size, attaches, snapshots, parameters, elsewhere);
    }

    public boolean isRaw() {
        return fsType.equals(RAW);
    }

    /// Whether volumes are prepared on a node before they are published.
    public boolean stages() {
        return !fsType.isEmpty();
    }

    /// Whether volumes grow while they are in use. A thick raw device does not: its new space is zeroed first.
    public boolean grows() throws IOException {
        if (isRaw()) {
            return snapshots;
        }
        return !fsType.equals("ext4") || ProcessCapabilities.mayGrowMountedExt4();
    }
}
