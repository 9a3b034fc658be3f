package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolIdentity;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.linux.mount.FakeMounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferHeader;
import dev.stowage.sdk.VolumeId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is refused for good: callers do not try again.
final class LocalTransferTest {

    private static final VolumeId VOLUME = VolumeId.of("v");

    @TempDir
    private Path folder;

    private PoolSettings settings = settings(Path.of("/nowhere"));

    @BeforeEach
    void start() {
        settings = settings(folder.resolve("pool"));
    }

    private static PoolSettings settings(Path directory) {
        return new PoolSettings("fast", BackendKind.DIRECTORY, directory, Bytes.gibi(1), 1.0, Bytes.ZERO, false, true);
    }

    private Pool pool() throws Exception {
        Pool pool =
                Pool.open(settings, new FakeMounts(), new PoolIdentity(settings, folder.resolve("mark"), List.of()));
        pool.start();
        return pool;
    }

    private static LocalTransfer transfer(Pool pool, Backend backend) {
        StoragePools pools = new StoragePools(List.of(new StoragePool(pool, backend)));
        return new LocalTransfer(pools, new LocalVolumes(pools, AttachmentCheck.ALWAYS));
    }

    private static LocalTransfer transfer(Pool pool) throws Exception {
        return transfer(pool, new DirectoryBackend(pool.directory(), new FakeMounts()));
    }

    private static IncomingVolume incoming(TransferFormat format, Bytes size) {
        TransferHeader header = new TransferHeader(
                format, "volume/v@1", Optional.empty(), size, VOLUME, Map.of("fsType", "", "block", "false"));
        return new IncomingVolume(VOLUME, header, Map.of());
    }

    private static void refused(CsiCode code, String why, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(why);
    }

    @Test
    void blocksCannotBecomeFiles() throws Exception {
        Pool pool = pool();
        LocalTransfer transfer = transfer(pool);

        refused(
                CsiCode.INVALID_ARGUMENT,
                "pool fast has backend directory, which receives volumes as files, but this volume is sent as blocks of a device",
                () -> transfer.receive(incoming(TransferFormat.BLOCKS, Bytes.mebi(1))));
        assertThat(pool.directory().received().find(VOLUME)).isEmpty();

        transfer.receive(incoming(TransferFormat.FILES, Bytes.mebi(1))).close();
        refused(
                CsiCode.INVALID_ARGUMENT,
                "which receives volumes as files",
                () -> transfer.receive(incoming(TransferFormat.BLOCKS, Bytes.mebi(1))));
    }

    @Test
    void aBackendWithoutTransfersReceivesNothing() throws Exception {
        LocalTransfer transfer = transfer(pool(), new FakeBackend(Set.of()));

        refused(
                CsiCode.INVALID_ARGUMENT,
                "whose volumes cannot be sent or received",
                () -> transfer.receive(incoming(TransferFormat.FILES, Bytes.mebi(1))));
    }

    @Test
    void aPoolThatIsTooSmallForTheVolumeReceivesNothing() throws Exception {
        Pool pool = pool();
        LocalTransfer transfer = transfer(pool);

        refused(
                CsiCode.RESOURCE_EXHAUSTED,
                "pool fast can hold at most",
                () -> transfer.receive(incoming(TransferFormat.FILES, Bytes.of(1L << 60))));
        assertThat(pool.directory().received().find(VOLUME)).isEmpty();
    }
}
