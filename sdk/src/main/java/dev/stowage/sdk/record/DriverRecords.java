package dev.stowage.sdk.record;

import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// All records of one driver, in one directory.
///
/// @param volumes the volumes it made
/// @param snapshots the snapshots it made, members of groups included
/// @param groups the groups of snapshots it made
/// @param stagings where volumes are staged on this node
/// @param publications where volumes are published on this node
/// @param copies which volumes move to or from other nodes
public record DriverRecords(
        Ledger<Volume> volumes,
        Ledger<Snapshot> snapshots,
        Ledger<GroupSnapshot> groups,
        VolumeTargets stagings,
        VolumeTargets publications,
        VolumeCopies copies) {

    static final String VOLUMES = "volumes";

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /// Opens the records, and creates them if there are none. They belong to this process until it ends: a
    /// second one would undo what the first has half done.
    public static DriverRecords in(Path folder) throws IOException {
        DirectoryLock.claim(folder);
        String boot = boot();
        return new DriverRecords(
                new Ledger<>("volume", folder.resolve(VOLUMES), new LedgerCodecs.Volumes()),
                new Ledger<>("snapshot", folder.resolve("snapshots"), new LedgerCodecs.Snapshots()),
                new Ledger<>("group snapshot", folder.resolve("groups"), new LedgerCodecs.Groups()),
                new VolumeTargets(folder.resolve("stagings"), boot),
                new VolumeTargets(folder.resolve("publications"), boot),
                new VolumeCopies(folder.resolve("copies")));
    }

    private static String boot() throws IOException {
        return Files.exists(BOOT_ID) ? Files.readString(BOOT_ID).strip() : "";
    }
}
