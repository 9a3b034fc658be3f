package dev.stowage.driver.directory;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.bind.PlainDirectoryBackend;
import dev.stowage.driver.quota.DirectoryQuota;
import dev.stowage.linux.mount.Mounts;
import java.util.Set;

/// A directory per volume, bound where it is published.
///
/// Works on every file system. Without project quota sizes are not enforced, and one volume can fill the pool; see
/// [SizeEnforcement][dev.stowage.driver.bind.SizeEnforcement] for how that is reported.
public final class DirectoryBackend extends PlainDirectoryBackend {

    public DirectoryBackend(PoolDirectory folder, Mounts mounts) {
        super(folder, mounts, DirectoryQuota.of(folder), Set.of(BackendCapability.GROW, BackendCapability.MODIFY));
    }
}
