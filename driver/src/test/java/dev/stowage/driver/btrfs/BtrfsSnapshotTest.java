package dev.stowage.driver.btrfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.btrfs.BtrfsSubvolume;
import dev.stowage.linux.btrfs.BtrfsSubvolumes;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BtrfsSnapshotTest {
    private static final Bytes SIZE = Bytes.mebi(20);

    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    @SuppressWarnings("NullAway.Init") // set before each test
    private BtrfsPool pool;

    @BeforeEach
    void makePool() throws IOException {
        pool = BtrfsPool.make(scratch);
    }

    @Test
    void aSnapshotKeepsWhatTheVolumeHeldAndCannotBeWritten() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path target = pool.publish(volume, "pod");
        Files.writeString(target.resolve("file"), "before");

        SnapshotMeta snapshot = cut(volume, "s");
        Files.writeString(target.resolve("file"), "after");

        Path data = pool.folder().of(snapshot.id()).resolve("data");
        assertThat(data.resolve("file")).hasContent("before");
        assertThatThrownBy(() -> Files.writeString(data.resolve("file"), "x")).isInstanceOf(IOException.class);
        assertThat(snapshot.complete()).isTrue();
        assertThat(snapshot.size()).isEqualTo(SIZE);
        assertThat(pool.folder().find(snapshot.id())).contains(snapshot);
    }

    @Test
    void aRestoredVolumeIsWritableLimitedAndOutlivesItsSources() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Files.writeString(pool.folder().of(volume.id()).resolve("data/file"), "kept");
        SnapshotMeta snapshot = cut(volume, "s");
        pool.backend().delete(volume.id());
        VolumeMeta restored = PoolScratch.volume("b", BackendKind.BTRFS, Bytes.mebi(40));
        pool.backend().create(restored, Optional.of(new VolumeSource.OfSnapshot(snapshot.id())));
        pool.backend().deleteSnapshot(snapshot.id());
        pool.backend().deleteSnapshot(snapshot.id());

        Path target = pool.publish(restored, "pod");

        assertThat(target.resolve("file")).hasContent("kept");
        Files.write(target.resolve("more"), new byte[(int) Bytes.mebi(30).count()]);
        assertThatThrownBy(() -> Files.write(
                        target.resolve("much"), new byte[(int) Bytes.mebi(20).count()]))
                .isInstanceOf(IOException.class);
        assertThat(pool.folder().snapshotIds()).isEmpty();
        assertThat(pool.backend().health(restored, Optional.of(target), Optional.empty()))
                .isEmpty();
    }

    @Test
    void aCloneGoesItsOwnWay() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path original = pool.publish(volume, "a");
        Files.writeString(original.resolve("file"), "same");
        VolumeMeta clone = PoolScratch.volume("b", BackendKind.BTRFS, SIZE);
        pool.backend().create(clone, Optional.of(new VolumeSource.OfVolume(volume.id())));
        Path copy = pool.publish(clone, "b");

        Files.writeString(original.resolve("file"), "changed");

        assertThat(copy.resolve("file")).hasContent("same");
    }

    @Test
    void aVolumeSmallerThanItsSourceIsRefused() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        VolumeMeta clone = PoolScratch.volume("b", BackendKind.BTRFS, Bytes.mebi(19));

        assertThatThrownBy(() -> pool.backend().create(clone, Optional.of(new VolumeSource.OfVolume(volume.id()))))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.OUT_OF_RANGE));
        assertThat(pool.folder().of(clone.id())).doesNotExist();
    }

    @Test
    void snapshotsLeaveNoQgroupBehind() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        List<Long> before = pool.qgroups();
        SnapshotMeta snapshot = cut(volume, "s");
        assertThat(pool.qgroups()).hasSize(before.size() + 1);

        pool.backend().deleteSnapshot(snapshot.id());

        await().untilAsserted(() -> {
            pool.backend().recover();
            assertThat(pool.qgroups()).isEqualTo(before);
        });
    }

    /// A workload writes the same counter into one volume after the other, each synced before the next. In a
    /// snapshot of one point in time no later volume is ahead of an earlier one, and none is behind by more
    /// than one.
    @Test
    void aGroupIsCutAtOneInstantWhileItIsWritten() throws Exception {
        List<VolumeMeta> volumes = List.of(pool.create("a", SIZE), pool.create("b", SIZE), pool.create("c", SIZE));
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> count(volumes, stop));
        try {
            for (int round = 0; round < 5; round++) {
                Map<VolumeMeta, SnapshotId> wanted = new LinkedHashMap<>();
                for (VolumeMeta volume : volumes) {
                    wanted.put(volume, SnapshotId.of(volume.id() + " " + round));
                }

                List<SnapshotMeta> cut = pool.backend().takeSnapshots(wanted, Map.of());

                Set<Long> transactions = new HashSet<>();
                long[] counted = new long[3];
                for (int i = 0; i < 3; i++) {
                    Path data = pool.folder().of(cut.get(i).id()).resolve("data");
                    counted[i] = Files.exists(data.resolve("counter")) ? read(data.resolve("counter")) : 0;
                    transactions.add(subvolume(data).madeIn());
                }
                assertThat(transactions).hasSize(1);
                assertThat(counted[0]).isBetween(counted[2], counted[2] + 1);
                assertThat(counted[1]).isBetween(counted[2], counted[0]);
            }
        } finally {
            stop.set(true);
            writer.join();
        }
    }

    private void count(List<VolumeMeta> volumes, AtomicBoolean stop) {
        try {
            for (long number = 1; !stop.get(); number++) {
                for (VolumeMeta volume : volumes) {
                    Path file = pool.folder().of(volume.id()).resolve("data/counter");
                    try (FileChannel out =
                            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                        out.write(ByteBuffer.allocate(8).putLong(0, number), 0);
                        out.force(true);
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return bytes.length < 8 ? 0 : ByteBuffer.wrap(bytes).getLong();
    }

    private static BtrfsSubvolume subvolume(Path data) throws IOException {
        try (Descriptor opened = Descriptor.openDirectory(data)) {
            return BtrfsSubvolumes.find(opened).orElseThrow();
        }
    }

    private SnapshotMeta cut(VolumeMeta volume, String name) throws Exception {
        return pool.backend()
                .takeSnapshots(Map.of(volume, SnapshotId.of(name)), Map.of())
                .getFirst();
    }
}
