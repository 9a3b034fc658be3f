package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Snapshots and clones in a thin pool: they take no blocks, and who reads one changes nothing.
@Tag("lab")
@Tag("slow")
class SharedBlocksTest {

    private static final Bytes SIZE = Bytes.mebi(128);

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(true, Bytes.mebi(400));

    /// What takes constant time takes no blocks, however much the volume has.
    @Test
    void aSnapshotAndItsClonesShareTheBlocksOfTheVolume() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", SIZE, "");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        DeviceWriter.fill(LvmFixture.node(staging), 0, SIZE.count());
        double before = used();

        SnapshotId snapshot = SnapshotId.of("s");
        backend.takeSnapshots(Map.of(volume, snapshot), Map.of());
        backend.create(LvmFixture.volume("clone", SIZE, ""), Optional.of(new VolumeSource.OfVolume(volume.id())));
        backend.create(LvmFixture.volume("r", SIZE, ""), Optional.of(new VolumeSource.OfSnapshot(snapshot)));

        assertThat(before).isPositive();
        assertThat(used()).isEqualTo(before);
        assertThat(pool.open().state().find(VolumeTags.name(VolumeId.of("clone"))))
                .isPresent();
    }

    private double used() throws IOException {
        return pool.open().state().find(TestVolumeGroup.THIN_POOL).orElseThrow().usedPercent();
    }

    @Test
    void aVolumeFromASnapshotCanBeReadOnly() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", SIZE, "ext4");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        Files.writeString(staging.resolve("file"), "before");
        SnapshotId snapshot = SnapshotId.of("s");
        backend.takeSnapshots(Map.of(volume, snapshot), Map.of());

        VolumeMeta restored = LvmFixture.volume("r", SIZE, "ext4");
        backend.create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot)));
        Path readers = pool.path("readers");
        Path target = pool.path("work").resolve("target");
        VolumeCapability readOnly = new VolumeCapability(
                new VolumeCapability.Use.FileSystem("", List.of(), ""), AccessMode.MULTI_NODE_READER_ONLY);
        backend.stage(restored, new Stage(restored.id(), readers, readOnly, Map.of(), Map.of(), new Secrets(Map.of())));
        backend.publish(
                restored,
                new Publication(
                        restored.id(),
                        target,
                        Optional.of(readers),
                        readOnly,
                        true,
                        Map.of(),
                        Map.of(),
                        new Secrets(Map.of())));

        assertThat(target.resolve("file")).hasContent("before");
        assertThatThrownBy(() -> Files.writeString(target.resolve("file"), "after"))
                .hasMessageContaining("Read-only file system");
        assertThatThrownBy(() -> Files.writeString(readers.resolve("file"), "after"))
                .hasMessageContaining("Read-only file system");
        backend.unpublish(restored.id(), target);
        backend.unstage(restored.id(), readers);
        assertThat(pool.open().device(VolumeTags.name(restored.id()))).isEmpty();
    }
}
