package dev.stowage.driver;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Volumes prepared on this node, for backends that need it.
record LocalStaging(Stores stores, AttachedHere attached) implements Staging, NodeExpansion {

    @Override
    public void stage(Stage wanted) throws CsiException, IOException {
        Stores.Found found = stores.require(wanted.volume());
        found.mustBe(wanted.capability());
        attached.check(wanted.volume(), true);
        found.store().backend().stage(found.volume(), wanted);
    }

    @Override
    public void unstage(VolumeId id, Path path) throws CsiException, IOException {
        Optional<Stores.Found> found = stores.find(id);
        Store store = found.map(Stores.Found::store).orElse(stores.first());
        store.backend().unstage(id, path);
    }

    @Override
    public Bytes expandOnNode(NodeExpandRequest wanted) throws CsiException, IOException {
        Stores.Found found = stores.require(wanted.volume());
        return found.store().backend().growOnNode(found.volume(), wanted);
    }
}
