package dev.stowage.sdk.service;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshotId;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.NewGroupSnapshot;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.SnapshotInventory;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;

/// Snapshots known to the driver's own storage, which also answers for repeated requests.
record InventorySnapshotRegistry(SnapshotInventory inventory, Snapshots driver) implements SnapshotRegistry {

    @Override
    public Snapshot create(NewSnapshot wanted) throws CsiException, IOException {
        return driver.createSnapshot(wanted);
    }

    @Override
    public void remove(SnapshotId id, Secrets secrets) throws CsiException, IOException {
        driver.deleteSnapshot(id, secrets);
    }

    @Override
    public Optional<Snapshot> find(SnapshotId id) throws CsiException, IOException {
        return inventory.findSnapshot(id);
    }

    @Override
    public ListPage<Snapshot> list(Optional<VolumeId> of, Optional<String> token, int most)
            throws CsiException, IOException {
        return inventory.listSnapshots(of, token, most);
    }

    @Override
    public GroupSnapshot createGroup(NewGroupSnapshot wanted, GroupSnapshots grouping)
            throws CsiException, IOException {
        return grouping.createGroupSnapshot(wanted);
    }

    @Override
    public void removeGroup(GroupSnapshotId id, Secrets secrets) throws CsiException, IOException {
        Optional<GroupSnapshot> group = inventory.findGroup(id);
        if (group.isPresent()) {
            for (Snapshot member : group.get().members()) {
                driver.deleteSnapshot(member.id(), secrets);
            }
        }
    }

    @Override
    public Optional<GroupSnapshot> findGroup(GroupSnapshotId id) throws CsiException, IOException {
        return inventory.findGroup(id);
    }
}
