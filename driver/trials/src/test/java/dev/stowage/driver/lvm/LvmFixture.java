package dev.stowage.driver.lvm;

import static java.util.Objects.requireNonNull;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A pool in a volume group, for one test.
final class LvmFixture implements BeforeEachCallback, AfterEachCallback {

    private final boolean isThin;
    private final String extents;
    private final long size;
    private @Nullable ScratchDirectory scratch;
    private @Nullable TestVolumeGroup group;

    LvmFixture(boolean isThin, Bytes size) {
        this(isThin, "90%FREE", size);
    }

    /// @param extents how much of the group the thin pool gets
    LvmFixture(boolean isThin, String extents, Bytes size) {
        this.isThin = isThin;
        this.extents = extents;
        this.size = size.count();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        TestVolumeGroup.assumePossible();
        scratch = ScratchDirectory.make();
        group = TestVolumeGroup.thick(scratch, size);
        if (isThin) {
            group.withThinPool(extents);
        }
    }

    TestVolumeGroup group() {
        return requireNonNull(group, "used outside a test");
    }

    PoolDirectory records() throws IOException {
        PoolDirectory records = new PoolDirectory(scratch().directory("records"));
        records.ensure();
        return records;
    }

    private ScratchDirectory scratch() {
        return requireNonNull(scratch, "used outside a test");
    }

    Path path(String name) throws IOException {
        return scratch().directory(name);
    }

    VolumeGroup open() throws IOException {
        return VolumeGroup.open(name(), Optional.empty());
    }

    private VolumeGroupName name() {
        return new VolumeGroupName(group().name(), isThin ? Optional.of(TestVolumeGroup.THIN_POOL) : Optional.empty());
    }

    LvmBackend backend() throws IOException {
        return backend(CheckpointListener.NONE);
    }

    LvmBackend backend(CheckpointListener checkpoints) throws IOException {
        return backend(recorded(), new LvmOptions(Duration.ofSeconds(60), checkpoints));
    }

    /// @param freed receives the sizes of snapshots that failed
    LvmBackend backend(CheckpointListener checkpoints, Consumer<Bytes> freed) throws IOException {
        return backend(recorded(), new LvmOptions(Duration.ofSeconds(60), checkpoints), freed);
    }

    /// @param longestWait how long a call waits for what happens in the background
    LvmBackend backend(Duration longestWait) throws IOException {
        return backend(recorded(), new LvmOptions(longestWait, CheckpointListener.NONE));
    }

    /// Of a pool that counts what is provisioned.
    LvmBackend backend(Pool pool) throws CsiException, IOException {
        return backend(
                new LvmPool(pool.volumeGroup(), pool.owner(), pool.place()),
                new LvmOptions(Duration.ofSeconds(60), CheckpointListener.NONE),
                size -> pool.unreserve(size, pool.settings().thin()));
    }

    private LvmPool recorded() throws IOException {
        return new LvmPool(open(), "owner-1", records());
    }

    private LvmBackend backend(LvmPool lvmPool, LvmOptions options) throws IOException {
        return backend(lvmPool, options, _ -> {});
    }

    private LvmBackend backend(LvmPool lvmPool, LvmOptions options, Consumer<Bytes> freed) throws IOException {
        return new LvmBackend(lvmPool, Mounts.system(), path("notes"), options, freed);
    }

    PoolSettings settings(double overcommit, Bytes lowWater, boolean thin) throws IOException {
        return new PoolSettings(
                "default",
                BackendKind.LVM,
                path("records"),
                Bytes.gibi(100),
                overcommit,
                lowWater,
                thin,
                true,
                Optional.empty(),
                Optional.of(name()));
    }

    static Pool started(PoolSettings settings) throws IOException {
        Pool pool = Pool.open(settings, Mounts.system());
        pool.start();
        return pool;
    }

    static VolumeMeta volume(String name, Bytes size, String fsType) {
        return new VolumeMeta(
                VolumeId.of(name), BackendKind.LVM, size, fsType, fsType.isEmpty(), false, false, false, Map.of());
    }

    Stage stage(VolumeMeta volume, Path at) {
        VolumeCapability.Use use = volume.block()
                ? new VolumeCapability.Use.Block()
                : new VolumeCapability.Use.FileSystem("", List.of(), "");
        return new Stage(
                volume.id(),
                at,
                new VolumeCapability(use, AccessMode.SINGLE_NODE_WRITER),
                Map.of(),
                Map.of(),
                new Secrets(Map.of()));
    }

    /// The node of a raw volume that is staged.
    static Path node(Path staging) {
        return staging.resolve("stowage-device");
    }

    static boolean isStaged(Path staging) throws IOException {
        return Mounts.system().at(staging).isPresent() || Files.exists(node(staging));
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (scratch != null) {
            scratch.unmount();
        }
        if (group != null) {
            group.close();
        }
        if (scratch != null) {
            scratch.close();
        }
    }
}
