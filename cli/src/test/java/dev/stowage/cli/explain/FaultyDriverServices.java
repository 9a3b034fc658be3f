package dev.stowage.cli.explain;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ExpandRequest;
import dev.stowage.sdk.ExpandResult;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeExpansion;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.Volumes;
import dev.stowage.sdk.server.DriverEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// Volumes as bind-mounted directories. Before each operation, the configured fault is injected.
final class FaultyDriverServices implements Volumes, Publishing, VolumeExpansion, NodeExpansion {
    private final Path pool;
    private final Mounts mounts;
    private final Map<Deed, Mischief> mischief;

    /// The operations of the driver.
    enum Deed {
        CREATE,
        DELETE,
        PUBLISH,
        UNPUBLISH,
        EXPAND,
        EXPAND_ON_NODE
    }

    /// A fault that is injected before an operation.
    interface Mischief {
        /// @param at the path, for node operations
        void now(Path at) throws CsiException, IOException;
    }

    FaultyDriverServices(DriverEnvironment processEnvironment, EnumMap<Deed, Mischief> mischief) throws IOException {
        this.pool = processEnvironment.data().resolve("volumes");
        this.mounts = processEnvironment.mounts();
        this.mischief = mischief;
        Directories.ensure(pool);
    }

    private void before(Deed deed, Path at) throws CsiException, IOException {
        Mischief set;
        synchronized (mischief) {
            set = mischief.getOrDefault(deed, _ -> {});
        }
        set.now(at);
    }

    @Override
    public Volume create(NewVolume wanted) throws CsiException, IOException {
        before(Deed.CREATE, pool);
        Directories.ensure(pool.resolve(wanted.id().value()), 0777);
        return Volume.of(wanted.id()).capacity(wanted.atLeast());
    }

    @Override
    public void delete(VolumeId id, Secrets secrets) throws CsiException, IOException {
        before(Deed.DELETE, pool);
        Directories.removeTree(pool, id.value());
    }

    @Override
    public void publish(Publication wanted) throws CsiException, IOException {
        Directories.ensure(wanted.target());
        if (mounts.at(wanted.target()).isEmpty()) {
            before(Deed.PUBLISH, wanted.target());
        }
        // The fault may have mounted something else there.
        if (mounts.at(wanted.target()).isEmpty()) {
            mounts.bind(pool.resolve(wanted.volume().value()), wanted.target(), wanted.readOnly());
        }
    }

    @Override
    public void unpublish(VolumeId id, Path target) throws CsiException, IOException {
        before(Deed.UNPUBLISH, target);
        mounts.release(target);
    }

    @Override
    public ExpandResult expand(ExpandRequest wanted) throws CsiException, IOException {
        before(Deed.EXPAND, pool);
        return new ExpandResult(wanted.size().atLeast(), true);
    }

    @Override
    public Bytes expandOnNode(NodeExpandRequest wanted) throws CsiException, IOException {
        before(Deed.EXPAND_ON_NODE, wanted.path());
        return wanted.size().atLeast();
    }
}
