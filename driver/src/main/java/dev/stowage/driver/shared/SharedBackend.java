package dev.stowage.driver.shared;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.PoolFolder;
import dev.stowage.driver.bind.PlainDirectories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// A directory per volume on a share: a file system that was mounted by somebody else, on every node.
///
/// Before every step it makes sure that the share is the one of the first use. Where a server died or a mount is
/// missing it refuses, and never touches the empty directory below. A publication whose server died is replaced at the
/// next publish, once the share is back. Sizes are not enforced. Deleting sees the users of this node only.
public final class SharedBackend extends PlainDirectories {
    private final Share share;

    /// @param folder on the share; made at the first use, so it must not be made before
    /// @param record where this node remembers the share, outside of it
    public SharedBackend(PoolFolder folder, Path record, Mounts mounts) {
        super(folder, mounts);
        this.share = new Share(folder.root(), record, mounts);
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.GROW, Ability.MODIFY, Ability.MULTI_NODE);
    }

    @Override
    protected void requirePool() throws CsiException, IOException {
        share.require();
        folder().ensure();
    }
}
