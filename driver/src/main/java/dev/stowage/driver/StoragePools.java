package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// All the stores of one driver; the first is the default.
record StoragePools(List<StoragePool> all) {

    StoragePools {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a driver needs a pool");
        }
    }

    /// A volume, and where it is.
    record Found(StoragePool storagePool, VolumeMeta volume) {

        /// A raw device is not used as a file system, nor the other way round.
        void mustBe(VolumeCapability wanted) throws CsiException {
            if (volume.block() != wanted.isBlock()) {
                throw CsiException.invalidArgument("volume %s is %s"
                        .formatted(
                                volume.id(),
                                volume.block()
                                        ? "a raw device, not a file system"
                                        : "a file system, not a raw device"));
            }
        }
    }

    /// A snapshot, and where it is.
    record FoundSnapshot(StoragePool storagePool, SnapshotMeta snapshot) {}

    StoragePool named(String name) throws CsiException {
        return all.stream()
                .filter(storagePool -> storagePool.pool().name().equals(name))
                .findFirst()
                .orElseThrow(() -> CsiException.invalidArgument("there is no pool \"%s\"; this driver has %s"
                        .formatted(
                                name,
                                all.stream()
                                        .map(storagePool -> storagePool.pool().name())
                                        .toList())));
    }

    StoragePool first() {
        return all.getFirst();
    }

    boolean any(BackendCapability backendCapability) {
        return all.stream().anyMatch(storagePool -> storagePool.can(backendCapability));
    }

    Optional<Found> find(VolumeId id) throws CsiException, IOException {
        for (StoragePool storagePool : all) {
            Optional<VolumeMeta> volume =
                    storagePool.pool().isThere() ? storagePool.pool().folder().find(id) : Optional.empty();
            if (volume.isPresent()) {
                return Optional.of(new Found(storagePool, volume.get()));
            }
        }
        return Optional.empty();
    }

    Found require(VolumeId id) throws CsiException, IOException {
        return find(id).orElseThrow(() -> CsiException.notFound("volume " + id + " does not exist in any pool here"));
    }

    Optional<FoundSnapshot> find(SnapshotId id) throws CsiException, IOException {
        for (StoragePool storagePool : all) {
            Optional<SnapshotMeta> snapshot =
                    storagePool.pool().isThere() ? storagePool.pool().folder().find(id) : Optional.empty();
            if (snapshot.isPresent()) {
                return Optional.of(new FoundSnapshot(storagePool, snapshot.get()));
            }
        }
        return Optional.empty();
    }

    FoundSnapshot require(SnapshotId id) throws CsiException, IOException {
        return find(id).orElseThrow(() -> CsiException.notFound("snapshot " + id + " does not exist in any pool here"));
    }
}
