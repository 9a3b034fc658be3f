package dev.stowage.sdk.service;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Inventory;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.SnapshotInventory;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.Volumes;
import dev.stowage.sdk.record.Records;
import java.util.Optional;

/// What the services of one driver share.
///
/// @param about who the driver is
/// @param roles what it can do
/// @param permitted how its volumes may be used
/// @param volumes who knows its volumes, if anybody does
/// @param snapshots who knows its snapshots, if anybody does
/// @param records its durable records, if it keeps any
/// @param locks one operation on an object at a time
/// @param mounts the kernel's mount table
record Base(
        About about,
        Roles roles,
        Permitted permitted,
        Optional<VolumeBooks> volumes,
        Optional<SnapshotBooks> snapshots,
        Optional<Records> records,
        Locks locks,
        Mounts mounts) {

    static Base of(About about, Roles roles, Optional<Records> records, Mounts mounts) {
        return new Base(
                about,
                roles,
                Permitted.of(roles),
                volumes(roles, records),
                snapshots(roles, records),
                records,
                new Locks(),
                mounts);
    }

    private static Optional<VolumeBooks> volumes(Roles roles, Optional<Records> records) {
        Optional<Volumes> driver = roles.find(Volumes.class);
        Optional<Inventory> inventory = roles.find(Inventory.class);
        if (inventory.isPresent()) {
            return Optional.of(new OwnVolumes(inventory.get(), driver));
        }
        if (driver.isPresent() && records.isEmpty()) {
            throw new IllegalStateException("nobody knows which volumes there are: give the driver a folder for its"
                    + " records, or let it have the role Inventory");
        }
        return driver.map(volumes -> new RecordedVolumes(records.orElseThrow().volumes(), volumes));
    }

    private static Optional<SnapshotBooks> snapshots(Roles roles, Optional<Records> records) {
        Optional<Snapshots> driver = roles.find(Snapshots.class);
        Optional<SnapshotInventory> inventory = roles.find(SnapshotInventory.class);
        if (driver.isPresent() && inventory.isEmpty() && records.isEmpty()) {
            throw new IllegalStateException("nobody knows which snapshots there are: give the driver a folder for its"
                    + " records, or let it have the role SnapshotInventory");
        }
        return driver.map(snapshots -> inventory
                .<SnapshotBooks>map(own -> new OwnSnapshots(own, snapshots))
                .orElseGet(() -> new RecordedSnapshots(records.orElseThrow(), snapshots)));
    }

    /// Finishes or undoes what a killed process left. Comes before the first call.
    void recover() {
        if (volumes.orElse(null) instanceof RecordedVolumes(var ledger, var driver)) {
            ledger.recover(id -> driver.delete(new VolumeId(id), Secrets.NONE));
        }
        if (snapshots.orElse(null) instanceof RecordedSnapshots recorded) {
            recorded.recover();
        }
    }

    /// Whether this driver's volumes live in one place.
    boolean hasPlace() {
        return !place().equals(Topology.ANYWHERE);
    }

    Topology place() {
        return about.place();
    }
}
