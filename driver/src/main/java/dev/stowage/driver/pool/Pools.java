package dev.stowage.driver.pool;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The pools of one driver; the first is the default.
public record Pools(List<Pool> all) {

    public Pools {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a driver needs a pool");
        }
    }

    public Pool byDefault() {
        return all.getFirst();
    }

    public Pool named(String name) throws CsiException {
        return all.stream()
                .filter(pool -> pool.name().equals(name))
                .findFirst()
                .orElseThrow(() -> CsiException.invalid("there is no pool \"%s\"; this driver has %s"
                        .formatted(name, all.stream().map(Pool::name).toList())));
    }

    /// The pool in which the volume, or what is left of it, has its folder. No pool is made for that.
    public Optional<Pool> find(VolumeId id) throws CsiException, IOException {
        for (Pool pool : all) {
            if (pool.isThere() && isDirectory(pool.folder().of(id))) {
                return Optional.of(pool);
            }
        }
        return Optional.empty();
    }

    public Optional<Pool> find(SnapshotId id) throws CsiException, IOException {
        for (Pool pool : all) {
            if (pool.isThere() && isDirectory(pool.folder().of(id))) {
                return Optional.of(pool);
            }
        }
        return Optional.empty();
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, java.nio.file.LinkOption.NOFOLLOW_LINKS);
    }
}
