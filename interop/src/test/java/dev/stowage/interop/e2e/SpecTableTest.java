package dev.stowage.interop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.stowage.interop.suite.CheckResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpecTableTest {

    private static final String DRIVER = "External Storage [Driver: local.stowage.dev] ";
    private static final SpecTable TABLE = SpecTable.of(List.of(
            CheckResult.passed(DRIVER + "[Testpattern: Dynamic PV (default fs)] volumes should store data"),
            CheckResult.failed(DRIVER + "[Testpattern: Dynamic PV (ext4)] volumes should store data", "timed out"),
            CheckResult.skipped(DRIVER + "[Testpattern: Dynamic PV (ntfs)] volumes should store data", "no ntfs"),
            CheckResult.skipped(
                    DRIVER + "[Testpattern: Dynamic PV (ntfs)] [Feature:Windows] volumeMode fails", "no ntfs"),
            CheckResult.skipped(
                    DRIVER + "[Testpattern: Dynamic Snapshot] snapshottable[Feature:X] a | b", "one\n two")));

    @TempDir
    private Path folder;

    @Test
    void specsAreCountedBySuite() {
        assertThat(TABLE.lines().stream().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "suite passed failed skipped", "snapshottable 0 0 1", "volumeMode 0 0 1", "volumes 1 1 1");
    }

    @Test
    void pageTellsFailuresAndReasons() {
        assertThat(ConformancePage.text(TABLE, "command", Duration.ofMinutes(3)))
                .contains("| volumes | 1 | 1 | 1 |\n")
                .contains("| **all** | 1 | 1 | 3 |\n")
                .contains("- `[Testpattern: Dynamic PV (ext4)] volumes should store data`: timed out\n")
                .contains("| 2 | no ntfs | volumeMode, volumes |\n")
                .contains("| 1 | one two | snapshottable |\n");
    }

    @Test
    void onlyThePartBetweenTheMarksIsWrittenAnew() throws Exception {
        Path page = Files.writeString(folder.resolve("page.md"), "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n");
        new ConformancePage(page, "x").put("new\n");
        assertThat(page).hasContent("a\n<!-- x -->\nnew\n<!-- end of x -->\nb\n");
        assertThatIOException()
                .isThrownBy(() -> new ConformancePage(page, "y").put("new\n"))
                .withMessageContaining("lacks the lines");
    }
}
