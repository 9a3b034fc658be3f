package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.NoCopyOnWrite;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Images in a directory on btrfs, which writes every change to new blocks unless it is told otherwise.
class BtrfsImageTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.onBtrfs(Bytes.mebi(512));

    private final VolumeMeta volume = volume("v", Bytes.mebi(96), "");

    private static boolean isInPlace(Path image) throws Exception {
        try (Descriptor file = Descriptor.openForReading(image)) {
            return NoCopyOnWrite.isSet(file);
        }
    }

    private void overwrite() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
        new Random(1).nextBytes(bytes.array());
        try (FileChannel image = FileChannel.open(pool.image(volume), StandardOpenOption.WRITE)) {
            for (long at = 0; at < volume.size().count(); at += bytes.capacity()) {
                bytes.clear();
                while (bytes.hasRemaining()) {
                    image.write(bytes, at + bytes.position());
                }
            }
            image.force(true);
        }
    }

    private void fill() {
        byte[] bytes = new byte[1 << 20];
        new Random(2).nextBytes(bytes);
        assertThatThrownBy(() -> {
                    try (var out = Files.newOutputStream(pool.folder().root().resolve("filler"))) {
                        for (int i = 0; i < 1024; i++) {
                            out.write(bytes);
                        }
                    }
                })
                .hasMessageContaining("No space left");
    }

    @Test
    void reservedImageIsOverwrittenOnAFullDisk() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        fill();

        overwrite();
        overwrite();

        assertThat(isInPlace(pool.image(volume))).isTrue();
    }

    @Test
    void snapshotsAndClonesStillShareBlocks() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta ext4 = volume("e", Bytes.mebi(16), "ext4");
        SnapshotId snapshot = SnapshotId.of("s");
        backend.create(ext4, Optional.empty());
        Path staging = pool.staging("e");
        backend.stage(ext4, stage(ext4, staging, TestImagePool.mounted()));
        Files.writeString(staging.resolve("f"), "then");
        assertThat(backend.capabilities()).contains(BackendCapability.INSTANT_COPIES);

        backend.takeSnapshots(Map.of(ext4, snapshot), Map.of());
        Files.writeString(staging.resolve("f"), "now");
        VolumeMeta restored = volume("w", Bytes.mebi(16), "ext4");
        backend.create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot)));
        backend.stage(restored, stage(restored, pool.staging("w"), TestImagePool.mounted()));

        assertThat(pool.staging("w").resolve("f")).hasContent("then");
        assertThat(staging.resolve("f")).hasContent("now");
        assertThat(isInPlace(pool.folder().of(snapshot).resolve("image"))).isTrue();
        assertThat(isInPlace(pool.image(restored))).isTrue();
    }

    /// As created by an earlier version.
    @Test
    void imageWithoutTheAttributeIsClonedToo() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path image = pool.image(volume);
        byte[] data = new byte[(int) volume.size().count()];
        data[5] = 5;
        Files.delete(image);
        Files.write(image, data);
        VolumeMeta clone = volume("w", volume.size(), "");

        backend.create(clone, Optional.of(new VolumeSource.OfVolume(volume.id())));

        assertThat(isInPlace(pool.image(clone))).isFalse();
        assertThat(Files.mismatch(image, pool.image(clone))).isEqualTo(-1);
    }
}
