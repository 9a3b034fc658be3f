package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.iolimit.IoLimiter;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.linux.mount.FakeMounts;
import dev.stowage.sdk.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LocalVolumeChangesTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"size", "Size", "capacity", "storage"})
    void theSizeIsLeftToExpansion(String key) throws Exception {
        PoolSettings settings = new PoolSettings(
                "one", BackendKind.DIRECTORY, directory, Bytes.gibi(10), 1, Bytes.mebi(1), false, false);
        LocalVolumeChanges changes = new LocalVolumeChanges(
                new StoragePools(List.of(new StoragePool(
                        Pool.open(settings, new FakeMounts()), new FakeBackend(Set.of(BackendCapability.GROW))))),
                new IoLimiter(directory, directory, new FakeMounts()));

        assertThatThrownBy(() -> changes.checkMutable(Map.of(key, "10Gi")))
                .hasMessageContaining("spec.resources.requests.storage")
                .hasMessageContaining(key);
    }
}
