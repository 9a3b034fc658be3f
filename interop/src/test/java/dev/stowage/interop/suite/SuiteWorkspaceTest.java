package dev.stowage.interop.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.interop.reference.BuiltPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteWorkspaceTest {

    private final List<String> closed = new ArrayList<>();

    @Test
    void closesWhatItOwnsNewestFirstAndOnce(@TempDir Path logs) throws IOException {
        SuiteWorkspace workspace = open(logs);
        workspace.own((AutoCloseable) () -> closed.add("first"));
        workspace.own((AutoCloseable) () -> closed.add("second"));

        workspace.close();
        workspace.close();

        assertThat(closed).containsExactly("second", "first");
        assertThat(workspace.directory()).doesNotExist();
    }

    @Test
    void whatIsStartedAfterTheEndIsClosedAtOnce(@TempDir Path logs) throws IOException {
        SuiteWorkspace workspace = open(logs);
        workspace.close();

        assertThatThrownBy(() -> workspace.own((AutoCloseable) () -> closed.add("late")))
                .hasMessage("the workspace is closed");
        assertThat(closed).containsExactly("late");
    }

    private static SuiteWorkspace open(Path logs) throws IOException {
        return SuiteWorkspace.open(logs, new BuiltPrograms(Map.of()), SuiteOptions.NONE, _ -> {});
    }
}
