package dev.stowage.driver.pool;

import static dev.stowage.driver.pool.PoolFixture.open;
import static dev.stowage.driver.pool.PoolFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.driver.filesystem.TestDisks;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Kills a real process at every step of creating, growing and releasing a pool; the next one repairs it.
class PoolKilledTest {
    private static final int KILLED = 137;
    private static final int MORE_STEPS_THAN_THERE_ARE = 60;

    @RegisterExtension
    final TestDisks testDisks = new TestDisks();

    @AfterEach
    void letGo() {
        PoolFixture.releaseAll();
    }

    @Test
    void nextProcessFinishesOrUndoesWhateverAKilledOneBegan() throws Exception {
        Path disk = PoolFixture.disk(testDisks, FileSystem.EXT4, 4096 * PoolFixture.MIB);
        int step = 1;
        while (diesAt(step, disk)) {
            Path directory = disk.resolve("pool" + step);
            Pool next = open(settings(BackendKind.IMAGE, directory));
            next.reserve(Bytes.mebi(1100), false).keep();

            if (Files.exists(written(step))) {
                assertThat(next.directory().root().resolve("file"))
                        .as("step " + step)
                        .hasContent("content");
            }
            assertThat(directory.resolve("pool.img.new")).as("step " + step).doesNotExist();
            assertThat(LoopDevices.system().findByBackingFile(directory.resolve("pool.img")))
                    .as("step " + step)
                    .hasSize(1);
            next.release();
            assertGone(directory);
            Files.delete(directory.resolve("pool.img"));
            step++;
        }

        assertThat(step).isBetween(12, MORE_STEPS_THAN_THERE_ARE);
        assertGone(disk.resolve("pool" + step));
    }

    private boolean diesAt(int step, Path disk) throws Exception {
        List<String> argv = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dstowage.kill-at=" + step,
                "-cp",
                System.getProperty("java.class.path"),
                PoolProcess.class.getName(),
                BackendKind.IMAGE.name(),
                disk.resolve("pool" + step).toString(),
                written(step).toString());
        try {
            assertThat(CommandRunner.run(Duration.ofMinutes(1), argv)).isEmpty();
            return false;
        } catch (CommandFailedException e) {
            assertThat(e.status()).as(e.getMessage()).isEqualTo(KILLED);
            return true;
        }
    }

    private Path written(int step) {
        return testDisks.path().resolve("written" + step);
    }

    private static void assertGone(Path directory) throws Exception {
        assertThat(Mounts.system().at(directory.resolve("mounted"))).isEmpty();
        await().untilAsserted(() -> assertThat(LoopDevices.system().findByBackingFile(directory.resolve("pool.img")))
                .isEmpty());
    }
}
