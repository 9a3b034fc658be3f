package dev.stowage.driver;

import dev.stowage.driver.backend.Ability;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotMetadata;
import java.io.IOException;

/// Which blocks of snapshots hold data or differ, for backups that copy only those.
record LocalMetadata(Stores stores) implements SnapshotMetadata {

    @Override
    public BlockRanges allocated(Snapshot of, long startingOffset, Secrets secrets) throws CsiException, IOException {
        Stores.FoundSnapshot found = require(of);
        return found.store().backend().allocated(found.snapshot(), startingOffset);
    }

    @Override
    public BlockRanges changed(Snapshot base, Snapshot target, long startingOffset, Secrets secrets)
            throws CsiException, IOException {
        Stores.FoundSnapshot older = require(base);
        Stores.FoundSnapshot newer = require(target);
        return newer.store().backend().changed(older.snapshot(), newer.snapshot(), startingOffset);
    }

    private Stores.FoundSnapshot require(Snapshot snapshot) throws CsiException, IOException {
        Stores.FoundSnapshot found = stores.require(snapshot.id());
        if (!found.store().can(Ability.BLOCK_METADATA)) {
            throw CsiException.failedPrecondition("%s does not know which blocks its snapshots hold".formatted(found.store()));
        }
        return found;
    }
}
