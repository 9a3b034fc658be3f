package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Snapshots of thick volumes, on a real volume group.
@Tag("lab")
class ThickSnapshotTest {

    private static final Bytes SIZE = Bytes.mebi(64);

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(false, Bytes.mebi(320));

    private final VolumeMeta raw = LvmFixture.volume("v", SIZE, "");
    private final VolumeMeta restored = LvmFixture.volume("r", SIZE, "");
    private final SnapshotId snapshot = SnapshotId.of("s");
    private final VolumeSource fromSnapshot = new VolumeSource.OfSnapshot(snapshot);

    @Test
    void aSnapshotUnderAWriterIsOnePointInTime() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        Path node = calls.staged(raw);
        DeviceWriter.fill(node, Bytes.mebi(1).count(), Bytes.mebi(40).count());
        long before;
        try (OrderedWriter writer = new OrderedWriter(node, SIZE.count())) {
            await().until(() -> writer.written() > 10);
            before = writer.written();
            calls.snapshot(raw, snapshot);
            calls.awaitComplete(snapshot);
            long after = writer.written();
            await().until(() -> writer.written() > after); // it can still be written to
        }
        calls.mustHaveOnly(VolumeTags.name(raw.id()), VolumeTags.name(snapshot));

        calls.create(restored, fromSnapshot);
        Path copy = calls.stage(restored);
        long last = OrderedWriter.last(copy, SIZE.count());
        assertThat(OrderedWriter.first(copy)).isBetween(last, last + 1);
        assertThat(last).isBetween(before - 1, OrderedWriter.last(node, SIZE.count()) - 1);
    }

    @Test
    void everyByteIsCopiedAndRestored() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        Path node = calls.staged(raw);
        DeviceWriter.fill(node, Bytes.mebi(3).count(), Bytes.mebi(21).count());
        long sum = ThickCalls.checksum(node);

        calls.snapshot(raw, snapshot);
        calls.awaitComplete(snapshot);
        DeviceWriter.fill(node, 0, SIZE.count());
        calls.create(restored, fromSnapshot);

        assertThat(ThickCalls.checksum(calls.stage(restored))).isEqualTo(sum);
    }

    @Test
    void aSnapshotOutlivesItsVolumeAndARestoredVolumeItsSnapshot() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        VolumeMeta volume = LvmFixture.volume("f", SIZE, "ext4");
        VolumeMeta bigger = LvmFixture.volume("b", Bytes.mebi(96), "ext4");
        Path mounted = calls.staged(volume);
        Files.writeString(mounted.resolve("file"), "before");
        calls.snapshot(volume, snapshot);
        calls.awaitComplete(snapshot);
        Files.writeString(mounted.resolve("file"), "after");
        calls.unstage(volume);
        assertThat(pool.open().device(VolumeTags.name(volume.id()))).isEmpty();
        calls.backend().delete(volume.id());

        calls.create(bigger, fromSnapshot);
        assertThat(calls.backend().deleteSnapshot(snapshot)).isTrue();
        assertThat(calls.backend().deleteSnapshot(snapshot)).isFalse();

        Path there = calls.stage(bigger);
        assertThat(there.resolve("file")).hasContent("before");
        assertThat(Files.getFileStore(there).getTotalSpace())
                .isGreaterThan(Bytes.mebi(72).count());
        calls.mustHaveOnly(VolumeTags.name(bigger.id()));
    }

    @Test
    void aVolumeThatIsNotInUseIsActiveOnlyWhileItIsCopied() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        calls.backend().create(raw, Optional.empty());

        SnapshotMeta taken = calls.snapshot(raw, snapshot);
        calls.awaitComplete(snapshot);

        assertThat(taken.block()).isTrue();
        assertThat(pool.open().device(VolumeTags.name(raw.id()))).isEmpty();
        assertThat(pool.open().device(VolumeTags.name(snapshot))).isEmpty();
    }

    @Test
    void withoutTheParameterOfTheClassNothingIsCopied() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        calls.staged(raw);

        assertThatThrownBy(() -> calls.backend().takeSnapshots(Map.of(raw, snapshot), Map.of()))
                .hasMessageContaining("copyThickVolumes=true")
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT));
        assertThatThrownBy(() -> calls.create(restored, new VolumeSource.OfVolume(raw.id()), Map.of()))
                .hasMessageContaining("copyThickVolumes=true");

        calls.mustHaveOnly(VolumeTags.name(raw.id()));
    }

    @Test
    void aGroupWithoutRoomForACopyRefusesIt() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        VolumeMeta big = LvmFixture.volume("big", Bytes.mebi(200), "");
        calls.backend().create(big, Optional.empty());

        assertThatThrownBy(() -> calls.snapshot(big, snapshot))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED));

        calls.mustHaveOnly(VolumeTags.name(big.id()));
        assertThat(pool.records().snapshotIds()).isEmpty();
    }
}
