package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.thin;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.OpenFileLock;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Snapshots and clones on a file system that cannot share blocks.
class ImageCopyTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.onPlainDirectory();

    private final SnapshotId snapshot = SnapshotId.of("s");
    private final VolumeMeta raw = thin(volume("r", Bytes.mebi(256), ""));

    @BeforeEach
    void poolSharesNothing() {
        org.junit.jupiter.api.Assumptions.assumeFalse(
                pool.backend().capabilities().contains(BackendCapability.INSTANT_COPIES),
                "the temporary folder can share blocks");
    }

    private void write(VolumeMeta volume, long offset, String text) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(pool.image(volume).toFile(), "rw")) {
            file.seek(offset);
            file.writeBytes(text);
        }
    }

    private void awaitComplete() {
        await().untilAsserted(() -> assertThat(
                        pool.folder().find(snapshot).orElseThrow().complete())
                .isTrue());
    }

    @Test
    void unusedVolumeIsCopiedInTheBackgroundAndStaysSparse() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(raw, Optional.empty());
        write(raw, 0, "begin");
        write(raw, 200 << 20, "middle");

        SnapshotMeta cut =
                backend.takeSnapshots(Map.of(raw, snapshot), Map.of()).getFirst();

        assertThat(cut.complete()).isFalse();
        awaitComplete();
        Path copy = pool.folder().of(snapshot).resolve("image");
        assertThat(Files.mismatch(pool.image(raw), copy)).isEqualTo(-1);
        assertThat(Stat.of(copy).allocatedBytes()).isLessThan(1 << 20);
    }

    @Test
    void volumeIsFreeAsSoonAsItsCopyIsComplete() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(raw, Optional.empty());
        write(raw, 0, "begin");
        for (int round = 0; round < 10; round++) {
            backend.takeSnapshots(Map.of(raw, snapshot), Map.of());
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofNanos(1))
                    .until(() -> pool.folder().find(snapshot).orElseThrow().complete());

            try (Descriptor image = Descriptor.openForWriting(pool.image(raw))) {
                OpenFileLock.lockExclusively(image);
            }
            backend.deleteSnapshot(snapshot);
        }
    }

    @Test
    void volumeInUseIsRefusedUnlessItsWritersMayBeHeldBack() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        Path staging = pool.staging("v");
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        Files.writeString(staging.resolve("f"), "then");

        ExpectedRefusal.with(
                        CsiCode.FAILED_PRECONDITION, () -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()))
                .hasMessageContaining("freezeForCopy");
        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.create(
                        volume("w", Bytes.mebi(16), "ext4"), Optional.of(new VolumeSource.OfVolume(volume.id()))));
        ExpectedRefusal.with(
                CsiCode.DEADLINE_EXCEEDED,
                () -> backend.takeSnapshots(
                        Map.of(volume, snapshot), Map.of("freezeForCopy", "true", "freezeDeadline", "1ms")));
        assertThat(pool.folder().snapshotIds()).isEmpty();
        Files.writeString(staging.resolve("f"), "then too");

        SnapshotMeta cut = backend.takeSnapshots(Map.of(volume, snapshot), Map.of("freezeForCopy", "true"))
                .getFirst();
        Files.writeString(staging.resolve("f"), "now");

        assertThat(cut.complete()).isTrue();
        VolumeMeta restored = volume("w", Bytes.mebi(16), "ext4");
        backend.create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot)));
        backend.stage(restored, stage(restored, pool.staging("w"), TestImagePool.mounted()));
        assertThat(pool.staging("w").resolve("f")).hasContent("then too");
    }

    @Test
    void unknownWordsAboutFreezingAreRefused() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(raw, Optional.empty());

        ExpectedRefusal.with(
                CsiCode.INVALID_ARGUMENT,
                () -> backend.takeSnapshots(Map.of(raw, snapshot), Map.of("freezeForCopy", "maybe")));
        ExpectedRefusal.with(
                CsiCode.INVALID_ARGUMENT,
                () -> backend.takeSnapshots(Map.of(raw, snapshot), Map.of("freezeDeadline", "soon")));
    }

    @Test
    void copyThatWasCutOffIsMadeAgainAtTheNextStart() throws Exception {
        leaveIncomplete(true);

        pool.backend().recover();

        awaitComplete();
        assertThat(Files.mismatch(pool.image(raw), pool.folder().of(snapshot).resolve("image")))
                .isEqualTo(-1);
    }

    @Test
    void copyOfVolumeThatWasWrittenSinceIsRemoved() throws Exception {
        leaveIncomplete(true);
        Files.setLastModifiedTime(pool.image(raw), java.nio.file.attribute.FileTime.fromMillis(1));

        pool.backend().recover();

        assertThat(pool.folder().find(snapshot)).isEmpty();
        assertThat(pool.folder().failure(snapshot).orElseThrow()).contains("interrupted");
    }

    @Test
    void copyWithoutNoteIsRemoved() throws Exception {
        leaveIncomplete(false);

        pool.backend().recover();

        assertThat(pool.folder().find(snapshot)).isEmpty();
        assertThat(pool.folder().failure(snapshot).orElseThrow()).contains("interrupted");
    }

    @Test
    void copyThatAnotherDriverIsMakingIsLeftAlone() throws Exception {
        leaveIncomplete(true);
        try (Descriptor copying =
                Descriptor.openForWriting(pool.folder().of(snapshot).resolve("image"))) {
            OpenFileLock.lockExclusively(copying);

            pool.backend().recover();

            assertThat(pool.folder().find(snapshot).orElseThrow().complete()).isFalse();
        }
    }

    private void leaveIncomplete(boolean noted) throws Exception {
        pool.backend().create(raw, Optional.empty());
        write(raw, 5000, "data");
        pool.folder().write(new SnapshotMeta(snapshot, raw.id(), raw.size(), "", true, Instant.now(), false));
        Files.writeString(pool.folder().of(snapshot).resolve("image"), "half");
        if (noted) {
            Files.writeString(
                    pool.folder().of(snapshot).resolve("copied-from"),
                    Files.getLastModifiedTime(pool.image(raw)).toString());
        }
    }

    @Test
    void incompleteSnapshotIsNotRestored() throws Exception {
        leaveIncomplete(true);

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> pool.backend()
                        .create(volume("w", Bytes.mebi(256), ""), Optional.of(new VolumeSource.OfSnapshot(snapshot))));

        pool.backend().deleteSnapshot(snapshot);
        assertThat(pool.folder().snapshotIds()).isEmpty();
    }

    @Test
    void cloneIsWholeAndReservedUnlessThin() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(raw, Optional.empty());
        write(raw, 1 << 20, "data");
        VolumeMeta clone = volume("w", Bytes.mebi(300), "");

        backend.create(clone, Optional.of(new VolumeSource.OfVolume(raw.id())));

        assertThat(Files.mismatch(pool.image(raw), pool.image(clone)))
                .isEqualTo(raw.size().count());
        assertThat(Stat.of(pool.image(clone)).allocatedBytes())
                .isGreaterThanOrEqualTo(clone.size().count());
    }
}
