package dev.stowage.driver.shared;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.bind.PlainDirectoryBackend;
import dev.stowage.driver.quota.DirectoryQuota;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// A directory per volume on a share: a file system that the administrator mounted on every node.
///
/// Before every operation it checks that the share is the one of the first use. If the server died or the mount
/// is missing, it refuses, and never uses the empty directory below. A publication whose server died is
/// replaced at the next publish, once the share is back. Sizes are enforced only where the share is a local file
/// system with project quota. Deleting checks the users on this node only.
public class SharedBackend extends PlainDirectoryBackend {
    private final ShareIdentity shareIdentity;

    /// @param folder on the share; created at the first use, so it must not be created before
    /// @param record where this node remembers the share, outside of it
    public SharedBackend(PoolDirectory folder, Path record, Mounts mounts) {
        this(folder, record, mounts, DirectoryQuota.of(folder));
    }

    protected SharedBackend(PoolDirectory folder, Path record, Mounts mounts, DirectoryQuota quota) {
        super(
                folder,
                mounts,
                quota,
                Set.of(BackendCapability.GROW, BackendCapability.MODIFY, BackendCapability.MULTI_NODE));
        this.shareIdentity = new ShareIdentity(folder.root(), record, mounts);
    }

    @Override
    protected final void requirePool() throws CsiException, IOException {
        shareIdentity.require();
        directory().ensure();
        refreshQuota();
    }
}
