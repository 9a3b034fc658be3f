package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolIdentity;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.linux.mount.FakeMounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which pool has a volume, when another one cannot be read.
class PoolLookupTest {

    private static final VolumeId VOLUME = VolumeId.of("v");

    @TempDir
    private Path folder;

    @Test
    void aPoolThatCannotBeReadKeepsNobodyFromTheOthers() throws Exception {
        Pool failing = pool("failing");
        Pool working = pool("working");
        // A directory in place of the record cannot be read, like a file on a disk that fails.
        Files.createDirectories(failing.directory().of(VOLUME).resolve("volume.json"));
        StoragePools pools = new StoragePools(List.of(
                new StoragePool(failing, new FakeBackend(Set.of())),
                new StoragePool(working, new FakeBackend(Set.of()))));

        assertThatThrownBy(() -> pools.find(VOLUME)).isInstanceOf(IOException.class);

        working.directory()
                .write(new VolumeMeta(
                        VOLUME, BackendKind.DIRECTORY, Bytes.mebi(1), "", false, false, false, false, Map.of()));
        assertThat(pools.find(VOLUME))
                .hasValueSatisfying(
                        found -> assertThat(found.storagePool().pool().name()).isEqualTo("working"));
    }

    private Pool pool(String name) throws Exception {
        PoolSettings settings = new PoolSettings(
                name, BackendKind.DIRECTORY, folder.resolve(name), Bytes.gibi(1), 1.0, Bytes.ZERO, false, true);
        PoolIdentity identity = new PoolIdentity(settings, folder.resolve(name + ".json"), List.of());
        Pool pool = Pool.open(settings, new FakeMounts(), identity);
        pool.start();
        return pool;
    }
}
