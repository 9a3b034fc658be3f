package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.FsFreeze;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// No file system stays frozen, whatever becomes of the call that froze it.
class VolumeFreezerTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.thatSharesBlocks();

    private final VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
    private final SnapshotId snapshot = SnapshotId.of("s");

    @BeforeEach
    void stageVolume() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging(), TestImagePool.mounted()));
    }

    private Path staging() throws IOException {
        return pool.staging("v");
    }

    /// A backend that does this as soon as the file system is frozen.
    private ImageBackend whenFrozen(Runnable action) {
        return pool.backend("here", reached -> {
            if (reached == Checkpoint.FROZEN) {
                action.run();
            }
        });
    }

    private void assertThawed() throws Exception {
        assertThatThrownBy(() -> FsFreeze.thaw(staging()))
                .isInstanceOfSatisfying(
                        LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThat(pool.notes().resolve("frozen")).isEmptyDirectory();
        assertThat(pool.folder().find(snapshot)).isEmpty();
    }

    @Test
    void cancelledCallerLeavesNothingFrozen() throws Exception {
        ImageBackend backend = whenFrozen(() -> Thread.currentThread().interrupt());

        ExpectedRefusal.io(() -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()));

        assertThat(Thread.interrupted()).isTrue();
        assertThawed();
        pool.backend().deleteSnapshot(snapshot);
        pool.backend().takeSnapshots(Map.of(volume, snapshot), Map.of());
    }

    @Test
    void callerThatIsCancelledBeforeTheFreezeLeavesNothingFrozen() throws Exception {
        Files.createDirectories(pool.notes().resolve("frozen"));
        ImageBackend backend = pool.backend("here", reached -> {
            if (reached == Checkpoint.FREEZE_INTENDED) {
                Thread.currentThread().interrupt();
            }
        });

        ExpectedRefusal.io(() -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()));

        assertThat(Thread.interrupted()).isTrue();
        assertThawed();
    }

    @Test
    void errorLeavesNothingFrozen() throws Exception {
        ImageBackend backend = whenFrozen(() -> {
            throw new StackOverflowError();
        });

        assertThatThrownBy(() -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()))
                .isInstanceOf(StackOverflowError.class);

        assertThawed();
    }

    @Test
    void snapshotFailsWhenAnotherProgramThaws() throws Exception {
        ImageBackend backend = whenFrozen(this::thaw);

        assertThatThrownBy(() -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another program thawed volume " + volume.id());

        assertThawed();
        VolumeMeta clone = volume("w", Bytes.mebi(16), "ext4");
        assertThatThrownBy(() -> backend.create(clone, Optional.of(new VolumeSource.OfVolume(volume.id()))))
                .isInstanceOf(IOException.class);
        assertThat(pool.folder().find(clone.id())).isEmpty();
    }

    private void thaw() {
        try {
            FsFreeze.thaw(staging());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everythingIsThawedWhenTheDriverStops() throws Exception {
        CountDownLatch frozen = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ImageBackend backend = whenFrozen(() -> {
            frozen.countDown();
            awaitLatch(goOn);
        });
        CompletableFuture<Throwable> call = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(() -> call.complete(org.assertj.core.api.Assertions.catchThrowable(
                        () -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()))));
        awaitLatch(frozen);

        backend.stopped();

        assertThatThrownBy(() -> FsFreeze.thaw(staging())).isInstanceOf(LinuxException.class);
        Files.writeString(staging().resolve("f"), "goes on");
        goOn.countDown();
        assertThat(call.get(60, TimeUnit.SECONDS)).hasMessageContaining("the driver is stopping");
        assertThawed();
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
