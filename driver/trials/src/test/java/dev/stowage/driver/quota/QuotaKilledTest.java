package dev.stowage.driver.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.linux.quota.ProjectUsage;
import dev.stowage.sdk.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Kills a real process at every step of creating, expanding and deleting a volume; the next one repairs it.
@Tag("lab")
@Tag("slow")
class QuotaKilledTest {
    private static final int KILLED = 137;
    private static final int MORE_STEPS_THAN_THERE_ARE = 80;

    @RegisterExtension
    final QuotaPool pool = new QuotaPool(QuotaDisk.XFS);

    @Test
    void theNextProcessFinishesOrUndoesWhateverAKilledOneBegan() throws Exception {
        int step = 1;
        while (diesAt(step)) {
            VolumeMeta volume = QuotaPool.volume("v", QuotaProcess.SIZE);
            DirectoryBackend next = pool.backend();
            next.recover();
            Optional<VolumeMeta> found = pool.directory().find(volume.id());
            if (found.isPresent()) {
                assertThat(next.health(found.get(), Optional.empty(), Optional.empty()))
                        .as("step " + step)
                        .isEmpty();
                assertThat(pool.entry(pool.project(volume)).limit())
                        .as("step " + step)
                        .isEqualTo(found.get().size().count());
            } else {
                next.delete(volume.id()); // as the records of the SDK demand
            }
            next.create(QuotaPool.volume("next", Bytes.mebi(1)), Optional.empty());
            next.delete(QuotaPool.volume("next", Bytes.mebi(1)).id());
            next.delete(volume.id());
            int now = step;
            await().untilAsserted(
                            () -> assertThat(pool.used()).as("step " + now).hasSize(1));
            ProjectNotes notes = new ProjectNotes(pool.directory().root());
            ProjectUsage marker = pool.used().getFirst();
            assertThat(notes.range()).contains(new ProjectRange(marker.id()));
            assertThat(notes.all()).as("step " + step).isEmpty();
            forgetRange(notes, marker.id()); // each process begins with a new pool
            step++;
        }

        assertThat(step).isBetween(15, MORE_STEPS_THAN_THERE_ARE);
    }

    private void forgetRange(ProjectNotes notes, long marker) throws Exception {
        Files.delete(notes.rangeFile());
        try (Descriptor root = Descriptor.openDirectory(pool.disk())) {
            ProjectQuota.limit(root, marker, 0, 0);
        }
    }

    private boolean diesAt(int step) throws Exception {
        List<String> argv = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dstowage.kill-at=" + step,
                "-cp",
                System.getProperty("java.class.path"),
                QuotaProcess.class.getName(),
                pool.directory().root().toString());
        try {
            assertThat(CommandRunner.run(Duration.ofMinutes(1), argv)).isNotNull();
            return false;
        } catch (CommandFailedException e) {
            assertThat(e.status()).as(e.getMessage()).isEqualTo(KILLED);
            return true;
        }
    }
}
