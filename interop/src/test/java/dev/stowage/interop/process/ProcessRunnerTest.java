package dev.stowage.interop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessRunnerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    void outputOfASuccessIsItsAnswer() throws Exception {
        assertThat(ProcessRunner.run(PATIENCE, "echo", "a  b", "$HOME").orThrow())
                .isEqualTo("a  b $HOME\n");
    }

    @Test
    void failureQuotesTheProgram() throws Exception {
        ProcessResult processResult = ProcessRunner.run(PATIENCE, "ls", "/no/such/place");
        assertThatIOException()
                .isThrownBy(processResult::orThrow)
                .withMessageContaining("\"ls /no/such/place\" failed with exit status 2");
    }

    @Test
    void deadlineEndsTheProgram() {
        assertThatIOException()
                .isThrownBy(() -> ProcessRunner.run(Duration.ofMillis(50), "sleep", "1000"))
                .withMessageContaining("did not finish");
    }

    @Test
    void deadlineEndsTheProgramAlsoBeforeItHasItsGroup(@TempDir Path directory) {
        assertThatIOException()
                .isThrownBy(() -> ProcessRunner.run(Duration.ZERO, "tail", "-F", directory + "/nothing"))
                .withMessageContaining("did not finish");
        await().until(() -> Leftovers.processes(directory).isEmpty());
    }
}
