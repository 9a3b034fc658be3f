package dev.stowage.interop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DaemonTest {

    @TempDir
    private Path directory;

    @Test
    void closeEndsItAndWhatItStarted() throws IOException {
        Daemon daemon = Daemon.start("timeout", directory, List.of("timeout", "--foreground", "1000", "sleep", "1000"));
        ProcessGroup group = new ProcessGroup(daemon.pid());
        await().until(() -> group.members().size() == 2);
        daemon.close();
        await().until(() -> group.members().isEmpty());
    }

    @Test
    void killedProgramLeavesNoChildBehind() throws Exception {
        Daemon daemon = Daemon.start("timeout", directory, List.of("timeout", "--foreground", "1000", "sleep", "1000"));
        ProcessGroup group = new ProcessGroup(daemon.pid());
        await().until(() -> group.members().size() == 2);
        daemon.kill();
        await().until(() -> group.members().isEmpty());
    }

    @Test
    void closeEndsAProgramThatIgnoresTheRequest() throws IOException {
        Daemon daemon = Daemon.start("deaf", directory, List.of("env", "--ignore-signal=TERM", "sleep", "1000"));
        await().until(() -> ProcessHandle.of(daemon.pid())
                .flatMap(process -> process.info().command())
                .filter(command -> command.endsWith("sleep"))
                .isPresent());
        daemon.close(Duration.ofMillis(50));
        assertThat(daemon.alive()).isFalse();
    }

    @Test
    void earlyEndIsToldWithTheEndOfTheLog() throws Exception {
        try (Daemon daemon = Daemon.start("ls", directory, List.of("ls", "/no/such/place"))) {
            assertThat(daemon.awaitEnd(Duration.ofSeconds(90))).isTrue();
            assertThatIOException()
                    .isThrownBy(daemon::requireAlive)
                    .withMessageContaining("ls ended with exit status 2")
                    .withMessageContaining("/no/such/place");
        }
    }

    @Test
    void processIsFoundByTheDirectoryOnItsCommandLine() throws IOException {
        try (Daemon daemon = Daemon.start(
                "tail",
                directory,
                List.of("tail", "-f", directory.resolve("tail.log").toString()))) {
            await().untilAsserted(() -> assertThat(Leftovers.processes(directory))
                    .extracting(ProcessHandle::pid)
                    .contains(daemon.pid()));
        }
        await().until(() -> Leftovers.processes(directory).isEmpty());
    }
}
