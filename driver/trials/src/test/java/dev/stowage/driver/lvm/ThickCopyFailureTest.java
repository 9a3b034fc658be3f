package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Copies of thick volumes that are interrupted, fail or are not wanted any more.
@Tag("lab")
class ThickCopyFailureTest {

    private static final Bytes SIZE = Bytes.mebi(64);

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(false, Bytes.mebi(320));

    private final VolumeMeta raw = LvmFixture.volume("v", SIZE, "");
    private final VolumeMeta restored = LvmFixture.volume("r", SIZE, "");
    private final SnapshotId snapshot = SnapshotId.of("s");
    private final List<Bytes> freed = new CopyOnWriteArrayList<>();
    private final Map<String, String> small = new HashMap<>(ThickCalls.COPIES);

    @ParameterizedTest
    @EnumSource(
            value = Checkpoint.class,
            names = {"IMAGE_FILLED", "COPIED", "SOURCE_RELEASED"})
    void aSnapshotIsCopiedAgainAfterARestart(Checkpoint last) throws Exception {
        CompletableFuture<Void> died = new CompletableFuture<>();
        ThickCalls dying = new ThickCalls(pool, pool.backend(checkpoint -> {
            if (checkpoint == last && isCopier()) {
                died.complete(null);
                throw new DriverDeath();
            }
        }));
        Path node = dying.staged(raw);
        DeviceWriter.fill(node, 0, Bytes.mebi(5).count());
        long sum = ThickCalls.checksum(node);
        dying.snapshot(raw, snapshot);
        died.join();
        DeviceWriter.fill(node, 0, Bytes.mebi(8).count());
        dying.unstage(raw);

        ThickCalls restarted = new ThickCalls(pool, pool.backend());
        restarted.backend().recover();
        restarted.awaitComplete(snapshot);

        await().until(() -> pool.open().device(VolumeTags.name(raw.id())).isEmpty());
        restarted.mustHaveOnly(VolumeTags.name(raw.id()), VolumeTags.name(snapshot));
        restarted.backend().delete(raw.id());
        restarted.create(restored, new VolumeSource.OfSnapshot(snapshot));
        assertThat(ThickCalls.checksum(restarted.stage(restored))).isEqualTo(sum);
    }

    /// As when a command fails, because the group is locked or its disks do not answer for a moment.
    @ParameterizedTest
    @EnumSource(
            value = Checkpoint.class,
            names = {"IMAGE_FILLED", "COPIED", "SOURCE_RELEASED"})
    void aFailureThatDoesNotProveTheCopyWrongIsFollowedByAnotherAttempt(Checkpoint last) throws Exception {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        ThickCalls calls = new ThickCalls(
                pool,
                pool.backend(
                        checkpoint -> {
                            if (checkpoint == last && isCopier() && isFirst.getAndSet(false)) {
                                throw new UncheckedIOException(new IOException("lvm failed"));
                            }
                        },
                        freed::add));
        Path node = calls.staged(raw);
        DeviceWriter.fill(node, 0, Bytes.mebi(5).count());
        long sum = ThickCalls.checksum(node);

        calls.snapshot(raw, snapshot);
        calls.awaitComplete(snapshot);

        assertThat(freed).isEmpty();
        calls.mustHaveOnly(VolumeTags.name(raw.id()), VolumeTags.name(snapshot));
        calls.create(restored, new VolumeSource.OfSnapshot(snapshot));
        assertThat(ThickCalls.checksum(calls.stage(restored))).isEqualTo(sum);
    }

    private static boolean isCopier() {
        return Thread.currentThread().getName().startsWith("copy of");
    }

    @Test
    void aVolumeThatIsOverwrittenTooFastHasNoSnapshotAndTheReasonIsKept() throws Exception {
        ThickCalls calls = overwriting();
        small.put("cowSize", "8Mi");
        calls.staged(raw);

        calls.backend().takeSnapshots(Map.of(raw, snapshot), small);

        await().untilAsserted(() -> assertThat(freed).containsExactly(SIZE));
        assertThat(pool.records().find(snapshot)).isEmpty();
        assertThat(pool.records().failure(snapshot).orElseThrow())
                .contains("did not fit into the 8MiB of its copy-on-write snapshot")
                .contains("bigger cowSize");
        calls.mustHaveOnly(VolumeTags.name(raw.id()));
        assertThat(calls.backend().deleteSnapshot(snapshot)).isFalse();
    }

    @Test
    void aVolumeThatIsOverwrittenTooFastHasNoClone() throws Exception {
        ThickCalls calls = overwriting();
        small.put("cowSize", "8Mi");
        calls.staged(raw);

        assertThatThrownBy(() -> calls.create(restored, new VolumeSource.OfVolume(raw.id()), small))
                .hasMessageContaining("bigger cowSize")
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED));

        calls.mustHaveOnly(VolumeTags.name(raw.id()));
        assertThat(pool.records().find(restored.id())).isEmpty();
    }

    /// The workload writes 24 MiB right after the point in time.
    private ThickCalls overwriting() throws IOException {
        return new ThickCalls(
                pool,
                pool.backend(
                        checkpoint -> {
                            if (checkpoint == Checkpoint.CLONED) {
                                overwrite();
                            }
                        },
                        freed::add));
    }

    private void overwrite() {
        try {
            DeviceWriter.fill(
                    LvmFixture.node(pool.path("staging-" + raw.id().value())),
                    0,
                    Bytes.mebi(24).count());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aVolumeIsKeptWhileItIsCopiedAndASnapshotCanBeDeletedMeanwhile() throws Exception {
        CountDownLatch copying = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ThickCalls calls = new ThickCalls(pool, pool.backend(checkpoint -> {
            if (checkpoint == Checkpoint.ATTACHED && isCopier()) {
                copying.countDown();
                awaitUninterruptibly(goOn);
            }
        }));
        calls.staged(raw);
        CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> take(calls));
        copying.await();

        assertAborted(() -> calls.backend().expand(raw, Bytes.mebi(96)), "is being copied for snapshot");
        calls.unstage(raw);
        assertAborted(() -> calls.backend().delete(raw.id()), "(0 % so far)");
        LvmBackend another = pool.backend(); // knows only what is on the disk
        assertAborted(() -> another.delete(raw.id()), "is being copied from its snapshot");
        assertAborted(() -> another.expand(raw, Bytes.mebi(96)), "is being copied from its snapshot");
        taking.join();
        assertThat(pool.records().find(snapshot).orElseThrow().complete()).isFalse();

        CompletableFuture<Void> deletion = CompletableFuture.runAsync(() -> delete(calls));
        goOn.countDown();
        deletion.join();

        calls.mustHaveOnly(VolumeTags.name(raw.id()));
        assertThat(pool.records().snapshotIds()).isEmpty();
        assertThat(pool.open().device(VolumeTags.name(raw.id()))).isEmpty();
        calls.backend().delete(raw.id());
    }

    private interface Call {
        void make() throws CsiException, IOException;
    }

    private static void assertAborted(Call call, String why) {
        assertThatThrownBy(call::make)
                .hasMessageContaining(why)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.ABORTED));
    }

    private void take(ThickCalls calls) {
        unchecked(() -> calls.snapshot(raw, snapshot));
    }

    private void delete(ThickCalls calls) {
        unchecked(() -> calls.backend().deleteSnapshot(snapshot));
    }

    private static void unchecked(Call call) {
        try {
            call.make();
        } catch (CsiException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean isOver = false;
        while (!isOver) {
            try {
                latch.await();
                isOver = true;
            } catch (InterruptedException e) {
                // The copy goes on when the test says so.
            }
        }
    }
}
