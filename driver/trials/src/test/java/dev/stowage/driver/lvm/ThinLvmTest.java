package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Volumes in a thin pool, on a real volume group.
@Tag("lab")
class ThinLvmTest {

    private static final Bytes SIZE = Bytes.mebi(320);

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(true, Bytes.mebi(900));

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs"})
    void aVolumeKeepsItsDataAndIsActiveOnlyWhileStaged(String fsType) throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", SIZE, fsType);
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());

        backend.stage(volume, pool.stage(volume, staging));
        Files.writeString(staging.resolve("file"), "kept");
        backend.unstage(volume.id(), staging);
        assertThat(pool.open().device(VolumeTags.name(volume.id()))).isEmpty();

        backend.stage(volume, pool.stage(volume, staging));
        assertThat(staging.resolve("file")).hasContent("kept");
        backend.unstage(volume.id(), staging);
        backend.delete(volume.id());
        assertThat(pool.open().state().find(VolumeTags.name(volume.id()))).isEmpty();
    }

    @Test
    void aSnapshotOfAMountedVolumeOutlivesIt() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(64), "ext4");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        Files.writeString(staging.resolve("file"), "before");
        SnapshotId snapshot = SnapshotId.of("s");
        backend.takeSnapshots(Map.of(volume, snapshot), Map.of());
        Files.writeString(staging.resolve("file"), "after");
        backend.unstage(volume.id(), staging);
        backend.delete(volume.id());

        VolumeMeta restored = LvmFixture.volume("r", Bytes.mebi(96), "ext4");
        backend.create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot)));
        backend.stage(restored, pool.stage(restored, staging));
        assertThat(staging.resolve("file")).hasContent("before");
        assertThat(Files.getFileStore(staging).getTotalSpace())
                .isGreaterThan(Bytes.mebi(72).count());
        backend.unstage(restored.id(), staging);
        assertThat(backend.deleteSnapshot(snapshot)).isTrue();
        assertThat(backend.deleteSnapshot(snapshot)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs"})
    void aMountedVolumeGrows(String fsType) throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", SIZE, fsType);
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        long before = Files.getFileStore(staging).getTotalSpace();

        Files.writeString(staging.resolve("file"), "kept");
        Bytes bigger = Bytes.mebi(480);

        backend.expand(volume, bigger);
        Bytes now = backend.expandOnNode(
                volume,
                new NodeExpandRequest(
                        volume.id(),
                        staging,
                        Optional.empty(),
                        new CapacityRange(bigger, Bytes.UNLIMITED),
                        Optional.empty(),
                        new Secrets(Map.of())));

        assertThat(now).isEqualTo(bigger);
        assertThat(Files.getFileStore(staging).getTotalSpace())
                .isGreaterThan(before + Bytes.mebi(128).count());
        assertThat(staging.resolve("file")).hasContent("kept");
    }

    @Test
    void aVolumeInUseIsNotDeleted() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(64), "ext4");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));

        assertThatThrownBy(() -> backend.delete(volume.id())).hasMessageContaining("in use at");
        assertThat(LvmFixture.isStaged(staging)).isTrue();
    }

    @Test
    void aLogicalVolumeWithoutTheTagOfThePoolIsNotTouched() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(64), "ext4");
        String name = VolumeTags.name(volume.id());
        pool.group()
                .lvm("lvcreate", "--size", "8m", "--name", name, pool.group().name());

        assertThatThrownBy(() -> backend.delete(volume.id())).hasMessageContaining("does not have the tag");
        backend.recover();
        assertThat(pool.open().state().find(name)).isPresent();
    }

    @Test
    void aLogicalVolumeWithoutTheTagOfThePoolIsNotUsed() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(64), "ext4");
        String name = VolumeTags.name(volume.id());
        backend.create(volume, Optional.empty());
        pool.group().lvm("lvremove", "--yes", pool.group().name() + "/" + name);
        pool.group()
                .lvm(
                        "lvcreate",
                        "--activate",
                        "n",
                        "--size",
                        "64m",
                        "--name",
                        name,
                        pool.group().name());

        assertThatThrownBy(() -> backend.stage(volume, pool.stage(volume, pool.path("staging"))))
                .hasMessageContaining("does not have the tag");
    }

    @Test
    void aSuspendedVolumeIsReportedAndIsResumedAtTheNextStart() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(64), "ext4");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        String device = pool.open()
                .device(VolumeTags.name(volume.id()))
                .orElseThrow()
                .node()
                .toString();
        CommandRunner.run(Duration.ofSeconds(30), List.of("dmsetup", "suspend", device)); // as a killed lvcreate does
        try {
            assertThat(backend.health(volume, Optional.empty(), Optional.of(staging)))
                    .anyMatch(problem -> problem.reason().equals("DeviceSuspended"));
            pool.backend().recover();
            assertThat(pool.open().suspended()).isEmpty();
            Files.writeString(staging.resolve("file"), "written");
        } finally {
            CommandRunner.run(Duration.ofSeconds(30), List.of("dmsetup", "resume", device));
        }
        assertThat(backend.health(volume, Optional.empty(), Optional.of(staging)))
                .isEmpty();
    }

    @Test
    void aCancelledCallerDoesNotEndACommandInTheMiddle() throws Exception {
        VolumeGroup group = pool.open();
        Thread.currentThread().interrupt();
        try {
            group.create("v", Bytes.mebi(64).count(), List.of());
        } finally {
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        }
        assertThat(group.state().find("v")).isPresent();
    }

    @Test
    void aPoolThatDoesNotZeroIsRefused() throws Exception {
        pool.group().lvm("lvchange", "--zero", "n", pool.group().name() + "/" + TestVolumeGroup.THIN_POOL);

        assertThatThrownBy(pool::open).hasMessageContaining("does not zero new blocks");
    }

    @Test
    void theTagsOfAVolumeDescribeIt() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(64), "xfs");
        backend.create(LvmFixture.volume("v", Bytes.mebi(300), "xfs"), Optional.empty());

        var found = pool.open().state().find(VolumeTags.name(volume.id())).orElseThrow();
        assertThat(VolumeTags.volume(found, VolumeTags.volumeId(found).orElseThrow(), false))
                .isEqualTo(volume.size(Bytes.mebi(300)));
        assertThat(backend.capabilities()).contains(BackendCapability.INSTANT_COPIES);
    }
}
