package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.publication;
import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.file.FsFreeze;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Snapshots and clones that share blocks.
class ImageSnapshotsTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.thatSharesBlocks();

    private final SnapshotId snapshot = SnapshotId.of("s");

    private Path staged(ImageBackend backend, VolumeMeta volume) throws Exception {
        Path staging = pool.staging(volume.id().value());
        backend.stage(volume, stage(volume, staging, TestImagePool.of(volume)));
        return staging;
    }

    @ParameterizedTest
    @CsvSource({"ext4, 64, 128", "xfs, 320, 512", "btrfs, 128, 256"})
    void snapshotOfVolumeInUseIsRestoredBiggerBesideIt(String fsType, int mebi, int bigger) throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(mebi), fsType);
        backend.create(volume, Optional.empty());
        Path staging = staged(backend, volume);
        Files.writeString(staging.resolve("f"), "then");

        SnapshotMeta cut =
                backend.takeSnapshots(Map.of(volume, snapshot), Map.of()).getFirst();
        Files.writeString(staging.resolve("f"), "now");

        assertThat(cut.complete()).isTrue();
        assertThat(pool.folder().find(snapshot)).contains(cut);
        VolumeMeta restored = volume("w", Bytes.mebi(bigger), fsType);
        backend.create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot)));
        Path beside = staged(backend, restored);
        assertThat(beside.resolve("f")).hasContent("then");
        assertThat(staging.resolve("f")).hasContent("now");
        assertThat(FileSystems.stats(beside).totalBytes())
                .isGreaterThan(Bytes.mebi(mebi).count());
        assertThat(FileSystems.stats(staging).totalBytes())
                .isLessThanOrEqualTo(Bytes.mebi(mebi).count());
    }

    @ParameterizedTest
    @CsvSource({"ext4, 64", "xfs, 320", "btrfs, 128"})
    void cloneOfVolumeInUseIsMountedBesideIt(String fsType, int mebi) throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(mebi), fsType);
        backend.create(volume, Optional.empty());
        Path staging = staged(backend, volume);
        Files.writeString(staging.resolve("f"), "then");
        VolumeMeta clone = volume("w", Bytes.mebi(mebi), fsType);

        backend.create(clone, Optional.of(new VolumeSource.OfVolume(volume.id())));

        Path beside = staged(backend, clone);
        Files.writeString(beside.resolve("g"), "only here");
        assertThat(beside.resolve("f")).hasContent("then");
        assertThat(staging.resolve("g")).doesNotExist();
        backend.unstage(clone.id(), beside);
        backend.stage(clone, stage(clone, beside, TestImagePool.mounted()));
        assertThat(beside.resolve("g")).hasContent("only here");
    }

    @Test
    void snapshotOutlivesItsVolume() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        backend.create(volume, Optional.empty());
        Path staging = staged(backend, volume);
        Files.writeString(staging.resolve("f"), "then");
        backend.takeSnapshots(Map.of(volume, snapshot), Map.of());
        backend.unstage(volume.id(), staging);
        backend.delete(volume.id());

        VolumeMeta restored = volume("w", Bytes.mebi(16), "ext4");
        backend.create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot)));

        assertThat(staged(backend, restored).resolve("f")).hasContent("then");
        backend.deleteSnapshot(snapshot);
        backend.deleteSnapshot(snapshot);
        assertThat(pool.folder().snapshotIds()).isEmpty();
    }

    @Test
    void snapshotOfVolumeThatWasNeverUsedRestoresToOneThatCanBe() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        backend.create(volume, Optional.empty());
        backend.takeSnapshots(Map.of(volume, snapshot), Map.of());
        VolumeMeta restored = volume("w", Bytes.mebi(16), "ext4");

        backend.create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot)));

        assertThat(staged(backend, restored)).isNotEmptyDirectory();
        assertThat(Stat.of(pool.image(restored)).allocatedBytes())
                .isGreaterThanOrEqualTo(restored.size().count());
    }

    @Test
    void groupIsCutTogetherAndItsWritersGoOn() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta first = volume("1", Bytes.mebi(16), "ext4");
        VolumeMeta second = volume("2", Bytes.mebi(320), "xfs");
        VolumeMeta unused = volume("3", Bytes.mebi(4), "");
        for (VolumeMeta volume : new VolumeMeta[] {first, second, unused}) {
            backend.create(volume, Optional.empty());
        }
        Path one = staged(backend, first);
        Path two = staged(backend, second);

        var cut = backend.takeSnapshots(
                Map.of(first, SnapshotId.of("1"), second, SnapshotId.of("2"), unused, SnapshotId.of("3")), Map.of());

        assertThat(cut).hasSize(3).allMatch(SnapshotMeta::complete);
        assertThat(cut.stream().map(SnapshotMeta::takenAt).distinct()).hasSize(1);
        Files.writeString(one.resolve("f"), "goes on");
        Files.writeString(two.resolve("f"), "goes on");
        assertThat(pool.notes().resolve("frozen")).isEmptyDirectory();
    }

    @Test
    void publishedRawDeviceIsCutAloneButNotInGroup() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta raw = volume("r", Bytes.mebi(4), "");
        VolumeMeta other = volume("o", Bytes.mebi(16), "ext4");
        backend.create(raw, Optional.empty());
        backend.create(other, Optional.empty());
        Path staging = staged(backend, raw);
        backend.publish(raw, publication(raw, pool.target("r"), staging, false));
        Files.writeString(pool.target("r"), "hello", java.nio.file.StandardOpenOption.WRITE);

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.takeSnapshots(Map.of(raw, SnapshotId.of("1"), other, SnapshotId.of("2")), Map.of()));
        assertThat(pool.folder().snapshotIds()).isEmpty();

        backend.takeSnapshots(Map.of(raw, snapshot), Map.of());
        assertThat(new String(
                        Files.readAllBytes(pool.folder().of(snapshot).resolve("image")),
                        0,
                        5,
                        java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("hello");
    }

    @Test
    void fileSystemLeftFrozenIsThawedAtTheNextStart() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        backend.create(volume, Optional.empty());
        Path staging = staged(backend, volume);
        Path notes = Files.createDirectories(pool.notes().resolve("frozen"));
        Files.writeString(notes.resolve(volume.id() + ".json"), """
                {"format": 1, "volume": "%s", "at": "%s", "source": "%s"}
                """.formatted(
                        volume.id(), staging, pool.devices(volume).getFirst().node()));
        FsFreeze.freeze(staging);

        pool.backend().recover();

        Files.writeString(staging.resolve("f"), "goes on");
        assertThat(pool.notes().resolve("frozen")).isEmptyDirectory();
    }

    @Test
    void fileSystemFrozenByAnotherProgramIsRefusedAndStaysFrozen() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        backend.create(volume, Optional.empty());
        Path staging = staged(backend, volume);
        FsFreeze.freeze(staging);

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION, () -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()));

        FsFreeze.thaw(staging);
        assertThat(pool.folder().snapshotIds()).isEmpty();
    }

    @Test
    void sourceOfAnotherKindOrBiggerIsRefused() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        backend.create(volume, Optional.empty());
        var source = Optional.<VolumeSource>of(new VolumeSource.OfVolume(volume.id()));

        ExpectedRefusal.with(CsiCode.OUT_OF_RANGE, () -> backend.create(volume("a", Bytes.mebi(8), "ext4"), source));
        ExpectedRefusal.with(CsiCode.INVALID_ARGUMENT, () -> backend.create(volume("b", Bytes.mebi(16), ""), source));
        ExpectedRefusal.with(
                CsiCode.INVALID_ARGUMENT, () -> backend.create(volume("c", Bytes.mebi(512), "xfs"), source));

        assertThat(pool.folder().volumeIds()).containsExactly(volume.id());
    }
}
