package dev.stowage.driver.directory;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.bind.PlainDirectoryBackend;
import dev.stowage.driver.files.PoolPresence;
import dev.stowage.driver.files.TreeTransfers;
import dev.stowage.driver.quota.DirectoryQuota;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// A directory per volume, bound where it is published.
///
/// Works on every file system. Without project quota sizes are not enforced, and one volume can fill the pool; see
/// [SizeEnforcement][dev.stowage.driver.bind.SizeEnforcement] for how that is reported.
public final class DirectoryBackend extends PlainDirectoryBackend {

    private final TreeTransfers transfers;

    public DirectoryBackend(PoolDirectory folder, Mounts mounts) {
        this(folder, mounts, DirectoryQuota.of(folder));
    }

    private DirectoryBackend(PoolDirectory folder, Mounts mounts, DirectoryQuota quota) {
        super(folder, mounts, quota, Set.of(BackendCapability.GROW, BackendCapability.MODIFY));
        this.transfers = new TreeTransfers(folder, new DirectoryTrees(folder, quota, new PoolPresence() {
            @Override
            public void requirePool() throws CsiException, IOException {
                DirectoryBackend.this.requirePool();
            }

            @Override
            public void refuseWhenUsed(VolumeId id) throws CsiException, IOException {
                DirectoryBackend.this.refuseWhenUsed(id);
            }
        }));
    }

    @Override
    public Optional<PoolTransfers> transfers() {
        return Optional.of(transfers);
    }
}
