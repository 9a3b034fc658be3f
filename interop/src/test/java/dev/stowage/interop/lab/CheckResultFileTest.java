package dev.stowage.interop.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.stowage.interop.suite.CheckResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckResultFileTest {

    @TempDir
    private Path directory;

    private CheckResultFile file;

    @BeforeEach
    void open() {
        file = new CheckResultFile(directory.resolve("results"));
    }

    @Test
    void whatAGuestAddsIsRead() throws IOException {
        file.add(List.of(CheckResult.passed("a"), CheckResult.skipped("b", "no device")));
        file.add(List.of(CheckResult.failed("c", "expected 1\n\tgot 2")));

        assertThat(file.read())
                .containsExactly(
                        CheckResult.passed("a"),
                        CheckResult.skipped("b", "no device"),
                        CheckResult.failed("c", "expected 1 got 2"));
    }

    @Test
    void aGuestThatEndedBeforeItsFirstSuiteHasNoResults() throws IOException {
        assertThat(file.read()).isEmpty();
    }

    @Test
    void aLineThatIsCutOffIsAFailure() throws IOException {
        Files.writeString(directory.resolve("results"), "PASSED\ta\t\nFAIL");

        assertThatIOException().isThrownBy(file::read).withMessageContaining("is cut off at: FAIL");
    }
}
