package dev.stowage.driver.directory;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.PoolFolder;
import dev.stowage.driver.bind.PlainDirectories;
import dev.stowage.linux.mount.Mounts;
import java.util.Set;

/// A directory per volume, bound where it is published.
///
/// Works on every file system. Sizes are not enforced: one volume can fill the pool; see
/// [SizePromise][dev.stowage.driver.bind.SizePromise] for how that is told.
public final class DirectoryBackend extends PlainDirectories {

    public DirectoryBackend(PoolFolder folder, Mounts mounts) {
        super(folder, mounts);
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.GROW, Ability.MODIFY);
    }
}
