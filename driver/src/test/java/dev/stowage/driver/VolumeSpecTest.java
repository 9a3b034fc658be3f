package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.linux.mount.FakeMounts;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeCapability.Use;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Volume requests, resolved from their parameters and the pools alone.
final class VolumeSpecTest {

    @TempDir
    private Path folder;

    private StoragePools pools = new StoragePools(List.of(new StoragePool(openNothing(), new FakeBackend(Set.of()))));

    private static Pool openNothing() {
        try {
            return Pool.open(settings("nothing", BackendKind.SHARED, Path.of("/nowhere")), new FakeMounts());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static PoolSettings settings(String name, BackendKind kind, Path directory) {
        return new PoolSettings(name, kind, directory, Bytes.gibi(10), 1, Bytes.mebi(1), false, false);
    }

    @BeforeEach
    void open() throws IOException {
        pools = new StoragePools(List.of(
                store(
                        "first",
                        BackendKind.IMAGE,
                        BackendCapability.BLOCK,
                        BackendCapability.HARD_SIZE,
                        BackendCapability.CLONE),
                store("second", BackendKind.DIRECTORY, BackendCapability.GROW)));
    }

    private StoragePool store(String name, BackendKind kind, BackendCapability... abilities) throws IOException {
        return new StoragePool(
                Pool.open(settings(name, kind, folder.resolve(name)), new FakeMounts()),
                new FakeBackend(Set.of(abilities)));
    }

    private static NewVolume wanted(long atLeast, long atMost, Use use, Map<String, String> parameters) {
        return new NewVolume(
                VolumeId.of("x"),
                "x",
                new CapacityRange(Bytes.of(atLeast), atMost == 0 ? Bytes.UNLIMITED : Bytes.of(atMost)),
                List.of(new VolumeCapability(use, AccessMode.SINGLE_NODE_WRITER)),
                parameters,
                Map.of(),
                TopologyRequirement.NONE,
                Secrets.NONE);
    }

    private static Use fileSystem(String type) {
        return new Use.FileSystem(type, List.of(), "");
    }

    private VolumeSpec spec(long atLeast, long atMost, Use use, Map<String, String> parameters) throws CsiException {
        return VolumeSpec.empty(wanted(atLeast, atMost, use, parameters), pools);
    }

    @Test
    void withoutParametersItIsExt4InTheFirstPool() throws Exception {
        VolumeSpec spec = spec(10 << 20, 0, fileSystem(""), Map.of());
        assertThat(spec.storagePool().pool().name()).isEqualTo("first");
        assertThat(spec.meta().fsType()).isEqualTo("ext4");
        assertThat(spec.meta().size()).isEqualTo(Bytes.mebi(10));
        assertThat(spec.meta().formatted()).isFalse();
    }

    @Test
    void limitsOfAClassAreTheFirstSettings() throws Exception {
        NewVolume ofClass = wanted(1, 0, fileSystem(""), Map.of("most", "10"));
        assertThat(VolumeSpec.empty(ofClass, pools).meta().settings()).containsExactly(Map.entry("most", "10"));

        NewVolume withAttributes = new NewVolume(
                ofClass.id(),
                ofClass.name(),
                ofClass.size(),
                ofClass.capabilities(),
                ofClass.parameters(),
                Map.of("most", "20", "label.owner", "alice"),
                TopologyRequirement.NONE,
                Secrets.NONE);
        assertThat(VolumeSpec.empty(withAttributes, pools).meta().settings())
                .containsOnly(Map.entry("most", "20"), Map.entry("label.owner", "alice"));
    }

    @Test
    void aPoolIsChosenByNameOrByBackend() throws Exception {
        assertThat(spec(1, 0, fileSystem(""), Map.of("pool", "second"))
                        .storagePool()
                        .pool()
                        .name())
                .isEqualTo("second");
        assertThat(spec(1, 0, fileSystem(""), Map.of("backend", "directory"))
                        .storagePool()
                        .pool()
                        .name())
                .isEqualTo("second");
    }

    @Test
    void sizesAreWholePagesAndLargeEnoughForTheFileSystem() throws Exception {
        assertThat(spec(4097, 0, new Use.Block(), Map.of()).meta().size()).isEqualTo(Bytes.of(8192));
        assertThat(spec(1 << 20, 0, fileSystem("xfs"), Map.of()).meta().size()).isEqualTo(Bytes.mebi(300));
        assertThat(spec(0, 0, fileSystem(""), Map.of()).meta().size()).isEqualTo(Bytes.gibi(1));
        assertThat(spec(0, 1 << 20, new Use.Block(), Map.of()).meta().size()).isEqualTo(Bytes.mebi(1));
    }

    @ParameterizedTest
    @CsvSource({"1048576, 2097152, xfs", "4097, 8000, ''", "9223372036854775807, 0, ''"})
    void aSizeThatCannotBeIsOutOfRange(long atLeast, long atMost, String fsType) {
        Use use = fsType.isEmpty() ? new Use.Block() : fileSystem(fsType);
        refused(CsiCode.OUT_OF_RANGE, "", () -> spec(atLeast, atMost, use, Map.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pool    | third     | unknown pool "third"
            backend | btrfs     | no pool has backend "btrfs"
            fstype  | xfs       | unknown parameter "fstype"
            fsType  | ntfs      | ntfs
            thin    | maybe     | thin must be true or false
            """)
    void aParameterThatIsNotUnderstoodIsRefused(String key, String value, String reason) {
        refused(CsiCode.INVALID_ARGUMENT, reason, () -> spec(1 << 20, 0, fileSystem(""), Map.of(key, value)));
    }

    @Test
    void kubernetesOwnParametersAreLeftAlone() throws Exception {
        assertThat(spec(10 << 20, 0, fileSystem(""), Map.of("csi.storage.k8s.io/pvc/name", "data"))
                        .meta()
                        .size())
                .isEqualTo(Bytes.mebi(10));
    }

    @Test
    void requireQuotaIsRefusedWhereSizesAreNotEnforced() {
        refused(
                CsiCode.INVALID_ARGUMENT,
                "does not enforce sizes",
                () -> spec(1, 0, fileSystem(""), Map.of("pool", "second", "requireQuota", "true")));
    }

    @Test
    void aRawDeviceIsRefusedWhereThereIsNone() {
        refused(
                CsiCode.INVALID_ARGUMENT,
                "does not support raw block volumes",
                () -> spec(1, 0, new Use.Block(), Map.of("pool", "second")));
    }

    @Test
    void whatIsMadeFromASourceStaysWhereAndWhatTheSourceIs() throws Exception {
        StoragePool first = pools.first();
        NewVolume plain = wanted(0, 0, fileSystem(""), Map.of());
        VolumeSpec spec = VolumeSpec.filled(plain, first, "xfs", false, Bytes.mebi(400), BackendCapability.CLONE);
        assertThat(spec.meta().fsType()).isEqualTo("xfs");
        assertThat(spec.meta().size()).isEqualTo(Bytes.mebi(400));
        refused(
                CsiCode.INVALID_ARGUMENT,
                "cannot be converted",
                () -> VolumeSpec.filled(
                        wanted(0, 0, fileSystem("ext4"), Map.of()),
                        first,
                        "xfs",
                        false,
                        Bytes.mebi(400),
                        BackendCapability.CLONE));
        refused(
                CsiCode.INVALID_ARGUMENT,
                "cannot be converted",
                () -> VolumeSpec.filled(
                        wanted(0, 0, new Use.Block(), Map.of()),
                        first,
                        "xfs",
                        false,
                        Bytes.mebi(400),
                        BackendCapability.CLONE));
        refused(
                CsiCode.INVALID_ARGUMENT,
                "cannot be in pool second",
                () -> VolumeSpec.filled(
                        wanted(0, 0, fileSystem(""), Map.of("pool", "second")),
                        first,
                        "",
                        false,
                        Bytes.mebi(1),
                        BackendCapability.CLONE));
        refused(
                CsiCode.INVALID_ARGUMENT,
                "does not support copies",
                () -> VolumeSpec.filled(plain, first, "xfs", false, Bytes.mebi(400), BackendCapability.SNAPSHOT));
    }

    private interface Call {
        VolumeSpec make() throws CsiException;
    }

    private static void refused(CsiCode code, String reason, Call call) {
        assertThatThrownBy(call::make)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(reason);
    }

    @Test
    void severalNodesWriteOnlyWhereThePoolIsShared() throws Exception {
        NewVolume shared = new NewVolume(
                VolumeId.of("x"),
                "x",
                new CapacityRange(Bytes.mebi(16), Bytes.UNLIMITED),
                List.of(new VolumeCapability(fileSystem(""), AccessMode.MULTI_NODE_MULTI_WRITER)),
                Map.of(),
                Map.of(),
                TopologyRequirement.NONE,
                Secrets.NONE);
        assertThatThrownBy(() -> VolumeSpec.empty(shared, pools))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT))
                .hasMessageContaining("supports a single node");
        StoragePools other = new StoragePools(List.of(store("both", BackendKind.SHARED, BackendCapability.MULTI_NODE)));
        assertThat(VolumeSpec.empty(shared, other).meta().backend()).isEqualTo(BackendKind.SHARED);
    }
}
