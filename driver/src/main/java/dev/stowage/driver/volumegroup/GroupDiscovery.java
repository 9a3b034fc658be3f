package dev.stowage.driver.volumegroup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Finds a volume group among all devices of the node. Commands then get its disks by name and see no others: a
/// workload that writes the header of a disk of this group into its volume changes nothing.
///
/// @param uuid of the group
/// @param disks its devices
/// @param extentSize in bytes: sizes of volumes are multiples of it
record GroupDiscovery(String uuid, List<String> disks, long extentSize) {

    GroupDiscovery {
        disks = List.copyOf(disks);
    }

    /// @param known the UUID of the group at an earlier start
    /// @throws GroupMissingException when there is no such group, or another of the same name
    static GroupDiscovery of(String name, Optional<String> known) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        for (Map<String, String> row :
                LvmCommand.report(List.of(), "pvs", "pv", "pv_name,vg_name,vg_uuid,vg_extent_size", List.of())) {
            if (name.equals(row.get("vg_name"))
                    && (known.isEmpty() || known.get().equals(row.get("vg_uuid")))) {
                rows.add(row);
            }
        }
        TreeSet<String> uuids = new TreeSet<>();
        TreeSet<String> disks = new TreeSet<>();
        for (Map<String, String> row : rows) {
            uuids.add(row.getOrDefault("vg_uuid", ""));
            String disk = row.getOrDefault("pv_name", "");
            if (disk.startsWith("/")) { // a missing one is "[unknown]"
                disks.add(disk);
            }
        }
        if (uuids.isEmpty()) {
            throw new GroupMissingException(
                    known.isPresent()
                            ? "volume group %s (UUID %s) cannot be found on this node; connect its disks, and check them for I/O errors"
                                    .formatted(name, known.get())
                            : "volume group %s does not exist on this node; create it with vgcreate".formatted(name));
        }
        if (uuids.size() > 1) {
            throw new GroupMissingException(
                    "several volume groups are named %s (UUIDs %s); rename all but one with vgrename"
                            .formatted(name, uuids));
        }
        return new GroupDiscovery(
                uuids.first(),
                List.copyOf(disks),
                Long.parseLong(rows.getFirst().getOrDefault("vg_extent_size", "0")));
    }
}
