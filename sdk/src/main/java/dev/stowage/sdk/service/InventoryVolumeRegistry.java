package dev.stowage.sdk.service;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeInventory;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.Volumes;
import dev.stowage.sdk.record.Ledger;
import java.io.IOException;
import java.util.Optional;

/// Volumes known to the driver's own storage, which also answers for repeated requests.
record InventoryVolumeRegistry(VolumeInventory volumeInventory, Optional<Volumes> driver) implements VolumeRegistry {

    @Override
    public Volume create(NewVolume wanted, Optional<VolumeSource> source, Ledger.Making<Volume> making)
            throws CsiException, IOException {
        return making.make();
    }

    @Override
    public void remove(VolumeId id, Secrets secrets) throws CsiException, IOException {
        if (driver.isPresent()) {
            driver.get().delete(id, secrets);
        }
    }

    @Override
    public Optional<Volume> find(VolumeId id) throws CsiException, IOException {
        return volumeInventory.find(id);
    }

    @Override
    public ListPage<Volume> list(Optional<String> token, int most) throws CsiException, IOException {
        return volumeInventory.list(token, most);
    }

    @Override
    public void resized(VolumeId id, Bytes size) {
        // the storage that expanded it has its size
    }

    @Override
    public void finishInterrupted(VolumeId id) {
        // nothing is recorded here
    }

    @Override
    public void adopt(Volume volume) {
        // the storage that received it has it in its inventory
    }
}
