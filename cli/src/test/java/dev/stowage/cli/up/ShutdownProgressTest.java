package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShutdownProgressTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    private Path data;

    @Test
    void aStepSaysHowMuchThereIsToDo() {
        assertThat(ShutdownProgress.step("node-1", 2, 1))
                .isEqualTo("Stopping 2 pods and unmounting 1 volume of node-1");
        assertThat(ShutdownProgress.step("node-1", 0, 0))
                .isEqualTo("Stopping no pods and unmounting no volumes of node-1");
    }

    @Test
    void withoutAnApiServerTheStepIsShownWithoutNumbers() throws Exception {
        List<String> shown = new CopyOnWriteArrayList<>();
        new ShutdownProgress(data, UpInstance.ofThisProcess(), shown::add)
                .showNode(new NodeDirectories("node-1", data), data.resolve("kubeconfig"));
        assertThat(shown).containsExactly("Stopping the pods of node-1");
    }

    @Test
    void whoWaitsForTheExitSeesEachStepOnce() throws Exception {
        List<String> shown = new CopyOnWriteArrayList<>();
        List<String> seen = new CopyOnWriteArrayList<>();
        ShutdownProgress progress = new ShutdownProgress(data, UpInstance.ofThisProcess(), shown::add);
        Process process = new ProcessBuilder("sleep", "1000").start();
        try {
            CompletableFuture<Boolean> exited = CompletableFuture.supplyAsync(() -> {
                try {
                    return new ShutdownWait(data, seen::add).await(process.toHandle(), SOON);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            progress.show("Stopping the controllers");
            await().atMost(SOON).until(() -> seen.contains("Stopping the controllers"));
            progress.show("Stopping the controllers");
            progress.show("Stopping the API server");
            await().atMost(SOON).until(() -> seen.contains("Stopping the API server"));
            UpInstanceFile.writeEnd(data, "Bye.");
            process.destroy();
            assertThat(exited.join()).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(seen).containsExactly("Stopping the controllers", "Stopping the API server");
        assertThat(shown).hasSize(3);
    }

    @Test
    void anInstanceThatIsStoppingIsStillRunning() throws Exception {
        UpInstance self = UpInstance.ofThisProcess();
        UpInstanceFile.writeStopping(data, self, "Stopping");
        assertThat(UpInstanceFile.running(data)).contains(self);
        assertThat(UpInstanceFile.stopping(data)).contains("Stopping");
    }
}
