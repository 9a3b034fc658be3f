package dev.stowage.driver.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// SIGTERM while a volume is published, with and without `--force`.
final class MounterShutdownTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String USED = "used";
    private static final String UNUSED = "unused";

    /// A mounter with a volume that is published from one share, and another share that nobody uses.
    private interface Trial {
        void run(MounterProcess mounter, ShareCalls calls, String volume, Path target) throws Exception;
    }

    private static void with(List<String> flags, Trial trial) throws Exception {
        MounterProcess.assumeBindfs();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                MounterProcess mounter = MounterProcess.start(
                        scratch.path(),
                        Map.of(
                                USED,
                                MounterProcess.bindfs(scratch.directory("original-used")),
                                UNUSED,
                                MounterProcess.bindfs(scratch.directory("original-unused"))),
                        flags);
                LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), mounter.driverFlags())) {
            ShareCalls calls = new ShareCalls(driver.socket());
            String volume = calls.create("data", USED);
            Path target = scratch.path().resolve("pod");
            calls.publish(volume, target);
            Path ignored = mounter.client().mount(UNUSED);
            Files.writeString(target.resolve("file"), "kept");
            trial.run(mounter, calls, volume, target);
        }
    }

    @Test
    void aForcedMounterEndsAndLeavesWhatIsInUseToTheNext() throws Exception {
        with(List.of("--force"), (mounter, calls, volume, target) -> {
            long daemon = mounter.daemon(USED);

            assertThat(mounter.terminate(SOON)).isTrue();

            assertThat(target.resolve("file")).hasContent("kept");
            assertThat(mounter.records().all()).containsOnlyKeys(USED);
            await().untilAsserted(() -> assertThat(mounter.daemons(UNUSED)).isEmpty());
            mounter.restart();
            assertThat(mounter.client().list())
                    .anySatisfy(line -> assertThat(line).contains("mounted by process " + daemon));
            calls.unpublish(volume, target);
            assertThat(mounter.terminate(SOON)).isTrue();
            await().untilAsserted(() -> assertThat(mounter.daemons(USED)).isEmpty());
        });
    }

    @Test
    void aMounterInUseServesUntilItsLastVolumeIsUnpublished() throws Exception {
        with(List.of(), (mounter, calls, volume, target) -> {
            long daemon = mounter.daemon(USED);

            assertThat(mounter.terminate(Duration.ZERO)).isFalse();
            await().untilAsserted(() -> assertThat(mounter.daemons(UNUSED)).isEmpty());

            assertThat(mounter.client().mount(USED)).isDirectory();
            ProcessHandle.of(daemon).orElseThrow().destroyForcibly();
            await().until(() -> !List.of(0L, daemon).contains(mounter.daemon(USED)));
            awaitContent(target.resolve("file"));
            assertThat(mounter.ends(Duration.ZERO)).as("it has ended").isFalse();
            calls.unpublish(volume, target);
            assertThat(mounter.ends(SOON)).isTrue();
            await().untilAsserted(() -> assertThat(mounter.daemons(USED)).isEmpty());
            assertThat(mounter.records().all()).isEmpty();
        });
    }

    private static void awaitContent(Path file) throws IOException {
        await().ignoreExceptions().untilAsserted(() -> assertThat(file).hasContent("kept"));
    }
}
