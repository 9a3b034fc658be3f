package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.node.runtime.RuntimeContainer.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Containers outlive the process that started them.
final class NodeRestartTest {
    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    /// Starts a container from a separate process, and kills that process.
    private String orphan(String script) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                KilledNodeProcess.class.getName(),
                fixture.paths().root().toString(),
                fixture.paths().logs().toString(),
                ProcessRuntimeFixture.UID));
        command.addAll(List.of("sh", "-c", script));
        fixture.runtime().close();
        Process node = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = node.inputReader(StandardCharsets.UTF_8)) {
            return Objects.requireNonNull(said.readLine(), "the node ended");
        } finally {
            node.destroyForcibly();
            node.waitFor();
        }
    }

    private Path raw(String id) {
        return fixture.paths()
                .journal()
                .resolve("process/pods")
                .resolve(ProcessRuntimeFixture.UID)
                .resolve(id);
    }

    private void says(String id, String word) {
        Awaitility.await().until(() -> Files.readString(raw(id).resolve("out")).contains(word));
    }

    @Test
    void aContainerGoesOnAndIsFoundWithAllThatItSaidMeanwhile() throws Exception {
        String id = orphan("trap 'exit 9' TERM; echo one; sleep 0.5; echo two; sleep infinity & wait");
        says(id, "two");

        fixture.anotherRuntime();

        assertThat(fixture.container(id).runs()).isTrue();
        assertThat(fixture.container(id).attempt()).isEqualTo(2);
        assertThat(fixture.container(id).log()).exists();
        assertThat(said()).containsExactly("one", "two");
        fixture.runtime().stop(id, Duration.ofSeconds(60));
        assertThat(fixture.exit(id).code()).isEqualTo(9);
    }

    @Test
    void whatCameOfAContainerIsKnownThoughNobodyWasThere() throws Exception {
        String id = orphan("sleep 0.5; echo bye; exit 6");
        Awaitility.await().until(() -> Files.exists(raw(id).resolve("status")));

        fixture.anotherRuntime();

        State.Exited exited = fixture.exit(id);
        assertThat(exited.code()).isEqualTo(6);
        assertThat(exited.reason()).isEqualTo("Error");
        assertThat(said()).containsExactly("bye");
    }

    @Test
    void aContainerWithoutItsSupervisorIsEndedAndItsOutcomeUnknown() throws Exception {
        String id = orphan("echo ready; sleep infinity");
        says(id, "ready");
        long supervisor =
                Long.parseLong(Files.readString(raw(id).resolve("supervisor")).strip());
        ProcessHandle first =
                ProcessHandle.of(ContainerLauncher.onlyChild(supervisor)).orElseThrow();
        ProcessHandle.of(supervisor).orElseThrow().destroyForcibly();
        Awaitility.await()
                .until(() -> !ProcessHandle.of(supervisor)
                        .map(ProcessHandle::isAlive)
                        .orElse(false));

        fixture.anotherRuntime();

        assertThat(fixture.exit(id).reason()).isEqualTo("ContainerStatusUnknown");
        assertThat(fixture.exit(id).code()).isEqualTo(137);
        Awaitility.await().until(() -> !first.isAlive());
    }

    private List<String> said() throws IOException {
        return fixture.lines(ProcessRuntimeFixture.UID).stream()
                .map(line -> line.split(" ", 4)[3])
                .toList();
    }
}
