package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotMetadata;
import java.io.IOException;

/// Which blocks of snapshots hold data or differ, for backups that copy only those.
record LocalSnapshotMetadata(StoragePools storagePools) implements SnapshotMetadata {

    @Override
    public BlockRanges allocated(Snapshot of, long startingOffset, Secrets secrets) throws CsiException, IOException {
        StoragePools.FoundSnapshot found = require(of);
        return found.storagePool().backend().allocated(found.snapshot(), startingOffset);
    }

    @Override
    public BlockRanges changed(Snapshot base, Snapshot target, long startingOffset, Secrets secrets)
            throws CsiException, IOException {
        StoragePools.FoundSnapshot older = require(base);
        StoragePools.FoundSnapshot newer = require(target);
        return newer.storagePool().backend().changed(older.snapshot(), newer.snapshot(), startingOffset);
    }

    private StoragePools.FoundSnapshot require(Snapshot snapshot) throws CsiException, IOException {
        StoragePools.FoundSnapshot found = storagePools.require(snapshot.id());
        if (!found.storagePool().can(BackendCapability.BLOCK_METADATA)) {
            throw CsiException.failedPrecondition(
                    "%s does not support block metadata of snapshots".formatted(found.storagePool()));
        }
        return found;
    }
}
