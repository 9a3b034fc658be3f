package dev.stowage.cli.up.cleanup;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The mounts in a data directory. One at the directory itself is never the cluster's.
///
/// @param own what the cluster mounted, in the order in which it can be unmounted
/// @param others everything else: it is left as it is
record ClusterMounts(List<MountPoint> own, List<MountPoint> others) {

    ClusterMounts {
        own = List.copyOf(own);
        others = List.copyOf(others);
    }

    private record Placed(MountPlace place, MountPoint mount) {}

    /// @param data without links
    /// @param devices the loop devices over files of the cluster
    static ClusterMounts of(Path data, MountTable table, List<LoopDevice> devices) {
        MountOwnership ownership = new MountOwnership(data, table, devices);
        List<Placed> own = new ArrayList<>();
        List<MountPoint> others = new ArrayList<>();
        for (MountPoint mount : table.mounts()) {
            if (!mount.target().startsWith(data) || mount.target().equals(data)) {
                continue;
            }
            Optional<MountPlace> place = ownership.placeOf(mount);
            if (place.isPresent()) {
                // The newest first: of two at one place the upper one.
                own.addFirst(new Placed(place.get(), mount));
            } else {
                others.add(mount);
            }
        }
        own.sort(Comparator.comparing(Placed::place));
        return new ClusterMounts(own.stream().map(Placed::mount).toList(), others);
    }
}
