package dev.stowage.driver;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Volumes prepared on this node, for backends that need it.
record LocalStaging(StoragePools storagePools, AttachmentCheck attached) implements Staging, NodeExpansion {

    @Override
    public void stage(Stage wanted) throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(wanted.volume(), wanted.context());
        found.mustBe(wanted.capability());
        attached.check(wanted.volume(), true);
        found.storagePool().backend().stage(found.volume(), wanted);
    }

    @Override
    public void unstage(VolumeId id, Path path) throws CsiException, IOException {
        Optional<StoragePools.Found> found = storagePools.find(id);
        if (found.isEmpty()) {
            storagePools.requirePresent(); // its mount and its device are known to its own pool only
        }
        StoragePool pool = found.map(StoragePools.Found::storagePool).orElse(storagePools.first());
        pool.backend().unstage(id, path);
    }

    @Override
    public Bytes expandOnNode(NodeExpandRequest wanted) throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(wanted.volume());
        return found.storagePool().backend().expandOnNode(found.volume(), wanted);
    }
}
