package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/// Calls for thick volumes with a class that allows copies.
///
/// @param fixture of the test
/// @param backend that is tested
record ThickCalls(LvmFixture fixture, LvmBackend backend) {

    static final Map<String, String> COPIES = Map.of("copyThickVolumes", "true");
    private static final Duration LONG = Duration.ofMinutes(2);

    /// A new volume, staged. Returns its node, or where it is mounted.
    Path staged(VolumeMeta volume) throws CsiException, IOException {
        backend.create(volume, Optional.empty());
        return stage(volume);
    }

    Path stage(VolumeMeta volume) throws CsiException, IOException {
        Path staging = fixture.path("staging-" + volume.id().value());
        backend.stage(volume, fixture.stage(volume, staging));
        return volume.block() ? LvmFixture.node(staging) : staging;
    }

    void unstage(VolumeMeta volume) throws CsiException, IOException {
        backend.unstage(volume.id(), fixture.path("staging-" + volume.id().value()));
    }

    /// Returns while it is copied.
    SnapshotMeta snapshot(VolumeMeta volume, SnapshotId as) throws CsiException, IOException {
        return backend.takeSnapshots(Map.of(volume, as), COPIES).getFirst();
    }

    void awaitComplete(SnapshotId id) throws IOException {
        PoolDirectory records = fixture.records();
        await().atMost(LONG)
                .until(() -> records.find(id).filter(SnapshotMeta::complete).isPresent());
    }

    void create(VolumeMeta wanted, VolumeSource from) throws CsiException, IOException {
        create(wanted, from, COPIES);
    }

    void create(VolumeMeta wanted, VolumeSource from, Map<String, String> parameters) throws CsiException, IOException {
        NewVolume request = new NewVolume(
                wanted.id(),
                wanted.id().value(),
                CapacityRange.ANY,
                List.of(),
                parameters,
                Map.of(),
                TopologyRequirement.NONE,
                new Secrets(Map.of()));
        backend.create(wanted, Optional.of(from), request);
    }

    /// The names of all logical volumes of the group.
    List<String> logicalVolumes() throws IOException {
        return fixture.open().state().volumes().stream()
                .map(LogicalVolume::name)
                .toList();
    }

    void mustHaveOnly(String... names) throws IOException {
        assertThat(logicalVolumes()).containsExactlyInAnyOrder(names);
    }

    static long checksum(Path node) throws IOException {
        CRC32C sum = new CRC32C();
        try (InputStream all = new CheckedInputStream(Files.newInputStream(node), sum)) {
            all.transferTo(java.io.OutputStream.nullOutputStream());
        }
        return sum.getValue();
    }
}
