package dev.stowage.interop.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.suite.SuiteOptions;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentShellTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path home;

    @Test
    void commandsStartInTheRepositoryAndKeepTheirPromises() throws Exception {
        Files.writeString(home.resolve("here"), "");
        type("ls\n# => here\n", PATIENCE);
    }

    @Test
    void firstFailureEndsTheDocument() throws Exception {
        assertThatIOException()
                .isThrownBy(() -> type("echo before\nfalse\ntouch after\n", PATIENCE))
                .withMessageContaining("exit status 1")
                .withMessageContaining("before");
        assertThat(home.resolve("after")).doesNotExist();
    }

    @Test
    void unsetVariableIsAFailure() {
        assertThatIOException()
                .isThrownBy(() -> type("echo \"$nobody_has_set_this\"\n", PATIENCE))
                .withMessageContaining("exit status");
    }

    @Test
    void promiseInTheTextOfACommandAloneIsBroken() {
        assertThatIOException()
                .isThrownBy(() -> type("true much\n# => much\n", PATIENCE))
                .withMessageContaining("expected \"much\"");
    }

    @Test
    void documentThatDoesNotEndIsStopped() {
        assertThatIOException()
                .isThrownBy(() -> type("sleep 1000 & wait\n", Duration.ofMillis(200)))
                .withMessageContaining("did not finish");
    }

    @Test
    void fileThatIsLeftIsAComplaint() {
        assertThatIOException()
                .isThrownBy(() -> type("touch \"$TMPDIR/left\"\n", PATIENCE))
                .withMessageContaining("file left");
    }

    @Test
    void processThatIsLeftIsAComplaint() {
        assertThatIOException()
                .isThrownBy(() -> type("tail -F \"$TMPDIR/nothing\" &\n", PATIENCE))
                .withMessageContaining("process");
    }

    /// The workspace fails on close if anything survives the run.
    private void type(String commands, Duration deadline) throws IOException, InterruptedException {
        Path logs = home.resolve("logs");
        try (SuiteWorkspace workspace =
                SuiteWorkspace.open(logs, new BuiltPrograms(Map.of()), SuiteOptions.quick(true), _ -> {})) {
            new DocumentShell(workspace, home, deadline, Map.of())
                    .run("docs/a.md", DocumentScript.in("a", "```sh\n" + commands + "```\n", DocumentScript.HERE));
        }
    }
}
