package dev.stowage.sdk.service;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.SnapshotInventory;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeInventory;
import dev.stowage.sdk.Volumes;
import dev.stowage.sdk.record.DriverRecords;
import java.util.List;
import java.util.Optional;

/// What the services of one driver share.
///
/// @param driverInfo who the driver is
/// @param driverRoles what it can do
/// @param volumeCapabilityCheck how its volumes may be used
/// @param volumes who knows its volumes, if anybody does
/// @param snapshots who knows its snapshots, if anybody does
/// @param records its durable records, if it keeps any
/// @param operationLocks one operation on an object at a time
/// @param mounts the kernel's mount table
record ServiceContext(
        DriverInfo driverInfo,
        DriverRoles driverRoles,
        VolumeCapabilityCheck volumeCapabilityCheck,
        Optional<VolumeRegistry> volumes,
        Optional<SnapshotRegistry> snapshots,
        Optional<DriverRecords> records,
        OperationLocks operationLocks,
        Mounts mounts) {

    static ServiceContext of(
            DriverInfo driverInfo, DriverRoles driverRoles, Optional<DriverRecords> records, Mounts mounts) {
        return new ServiceContext(
                driverInfo,
                driverRoles,
                VolumeCapabilityCheck.of(driverRoles),
                volumes(driverRoles, records),
                snapshots(driverRoles, records),
                records,
                new OperationLocks(),
                mounts);
    }

    private static Optional<VolumeRegistry> volumes(DriverRoles driverRoles, Optional<DriverRecords> records) {
        Optional<Volumes> driver = driverRoles.find(Volumes.class);
        Optional<VolumeInventory> inventory = driverRoles.find(VolumeInventory.class);
        if (inventory.isPresent()) {
            return Optional.of(new InventoryVolumeRegistry(inventory.get(), driver));
        }
        if (driver.isPresent() && records.isEmpty()) {
            throw new IllegalStateException("no inventory of volumes: configure a directory for the driver's"
                    + " records, or implement the role VolumeInventory");
        }
        return driver.map(
                volumes -> new RecordedVolumeRegistry(records.orElseThrow().volumes(), volumes));
    }

    private static Optional<SnapshotRegistry> snapshots(DriverRoles driverRoles, Optional<DriverRecords> records) {
        Optional<Snapshots> driver = driverRoles.find(Snapshots.class);
        Optional<SnapshotInventory> inventory = driverRoles.find(SnapshotInventory.class);
        if (driver.isPresent() && inventory.isEmpty() && records.isEmpty()) {
            throw new IllegalStateException("no inventory of snapshots: configure a directory for the driver's"
                    + " records, or implement the role SnapshotInventory");
        }
        return driver.map(snapshots -> inventory
                .<SnapshotRegistry>map(own -> new InventorySnapshotRegistry(own, snapshots))
                .orElseGet(() -> new RecordedSnapshotRegistry(records.orElseThrow(), snapshots)));
    }

    /// Which volumes may be used on this node.
    Fencing fencing() {
        return new Fencing(records.map(DriverRecords::copies));
    }

    /// Finishes or undoes what a killed process left. Comes before the first call.
    void recover() {
        if (volumes.orElse(null) instanceof RecordedVolumeRegistry(var ledger, var driver)) {
            ledger.recover(id -> driver.delete(new VolumeId(id), Secrets.NONE));
        }
        if (snapshots.orElse(null) instanceof RecordedSnapshotRegistry recorded) {
            recorded.recover();
        }
        driverRoles
                .find(Transfer.class)
                .ifPresent(driver -> records.map(DriverRecords::copies)
                        .map(copies -> new CopyExecutor(this, driver, copies))
                        .ifPresent(CopyExecutor::recover));
        driverRoles.find(Publishing.class).ifPresent(Publishing::recover);
    }

    /// Whether this driver's volumes are accessible from certain topologies only.
    boolean hasTopology() {
        return !volumeTopologies().equals(List.of(Topology.ANYWHERE));
    }

    /// Where volumes can be: in several topologies, or in that of the node.
    List<Topology> volumeTopologies() {
        return driverInfo.volumeTopologies().isEmpty() ? List.of(driverInfo.topology()) : driverInfo.volumeTopologies();
    }

    /// @throws CsiException RESOURCE_EXHAUSTED when nothing can be in the requested topologies
    void requireAccessible(TopologyRequirement wanted, String objects) throws CsiException {
        if (hasTopology() && volumeTopologies().stream().noneMatch(wanted::isMetBy)) {
            throw CsiException.resourceExhausted(
                    "%s of this driver are accessible from %s only, which is not among the requested topologies %s"
                            .formatted(objects, volumeTopologies(), wanted));
        }
    }

    /// Where something is for which the driver says nothing: in the topology of its node, if it has one.
    List<Topology> placed(List<Topology> accessibleFrom) {
        return hasTopology()
                        && accessibleFrom.isEmpty()
                        && driverInfo.volumeTopologies().isEmpty()
                ? volumeTopologies()
                : accessibleFrom;
    }
}
