package dev.stowage.dist.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CiRunTest {

    private record Ended(int status, String lastLine) {}

    @TempDir
    Path folder;

    @Test
    void twoGreenStagesAreAddedUp() throws Exception {
        assertThat(run("echo '10 passed, 0 failed, 2 skipped'", "echo '5 passed, 0 failed, 1 skipped'"))
                .isEqualTo(new Ended(0, "15 passed, 0 failed, 3 skipped"));
    }

    @Test
    void aFailureInEitherStageIsAFailureOfTheWhole() throws Exception {
        assertThat(run("echo '9 passed, 1 failed, 0 skipped'; exit 1", "echo '5 passed, 0 failed'"))
                .isEqualTo(new Ended(1, "14 passed, 1 failed, 0 skipped"));
    }

    @Test
    void aMissingToolIsAFailureThoughNothingCountedOne() throws Exception {
        assertThat(run("echo '9 passed, 0 failed, 0 skipped'", "echo 'Go is missing' >&2; exit 3"))
                .isEqualTo(new Ended(1, "9 passed, 1 failed, 0 skipped"));
        assertThat(run("echo '9 passed, 0 failed, 0 skipped'", "echo '2 passed, 0 failed, 0 skipped'; exit 3"))
                .isEqualTo(new Ended(1, "11 passed, 1 failed, 0 skipped"));
    }

    @Test
    void aTestThatPassesAloneIsFlakyAndCountsAsPassed() throws Exception {
        String test = """
                case "$*" in
                *-Dtest=dev.stowage.csi.ATest*) echo '4 passed, 0 failed, 0 skipped' ;;
                *) echo 'FAILED csi dev.stowage.csi.ATest.first'; echo 'FAILED csi dev.stowage.csi.ATest.second(int)[1]'
                   echo '8 passed, 2 failed, 0 skipped'; exit 1 ;;
                esac""";
        assertThat(lines(test, "echo '5 passed, 0 failed, 1 skipped'"))
                .endsWith(
                        "flaky: dev.stowage.csi.ATest.first",
                        "flaky: dev.stowage.csi.ATest.second(int)[1]",
                        "15 passed, 0 failed, 1 skipped",
                        "0");
    }

    @Test
    void aTestThatFailsAgainIsAFailure() throws Exception {
        String test = """
                case "$*" in
                *-Dtest=dev.stowage.csi.ATest*) echo '3 passed, 1 failed, 0 skipped'; exit 1 ;;
                *-Dtest=dev.stowage.sdk.BTest*) echo '7 passed, 0 failed, 0 skipped' ;;
                *) echo 'FAILED csi dev.stowage.csi.ATest.first'; echo 'FAILED driver/trials dev.stowage.sdk.BTest.other'
                   echo '8 passed, 2 failed, 0 skipped'; exit 1 ;;
                esac""";
        assertThat(lines(test, "echo '5 passed, 0 failed, 1 skipped'"))
                .endsWith("flaky: dev.stowage.sdk.BTest.other", "14 passed, 1 failed, 1 skipped", "1");
    }

    @Test
    void aSuiteThatPassesAloneIsFlaky() throws Exception {
        String interop = """
                case "$*" in
                *sanity) echo '30 passed, 0 failed, 2 skipped' ;;
                *) echo '   crash: 7 passed, 0 failed in 3 s'; echo '   sanity: 28 passed, 2 failed, 2 skipped in 9 s'
                   echo '35 passed, 2 failed, 2 skipped'; exit 1 ;;
                esac""";
        assertThat(lines("echo '1 passed, 0 failed, 0 skipped'", interop))
                .endsWith("flaky: interop sanity", "38 passed, 0 failed, 2 skipped", "0");
    }

    @Test
    void manyFailuresAreNotRunAgain() throws Exception {
        String test = """
                case "$*" in
                *-Dtest=*) echo '3 passed, 0 failed, 0 skipped' ;;
                *) for i in 1 2 3 4 5 6 7 8 9; do echo "FAILED csi dev.stowage.csi.A${i}Test.first"; done
                   echo '1 passed, 9 failed, 0 skipped'; exit 1 ;;
                esac""";
        assertThat(lines(test, "echo '5 passed, 0 failed, 0 skipped'"))
                .endsWith("6 passed, 9 failed, 0 skipped", "1")
                .noneMatch(line -> line.startsWith("flaky"));
    }

    @Test
    void nothingRunIsNotGreen() throws Exception {
        assertThat(run("echo '0 passed, 0 failed, 4 skipped'", "echo '0 passed, 0 failed, 0 skipped'")
                        .status())
                .isOne();
    }

    private Ended run(String test, String interop) throws IOException, InterruptedException {
        List<String> lines = lines(test, interop);
        return new Ended(Integer.parseInt(lines.getLast()), lines.get(lines.size() - 2));
    }

    /// The output of the script, with its exit status as the last line.
    private List<String> lines(String test, String interop) throws IOException, InterruptedException {
        Path ci = Files.createDirectories(folder.resolve(".ci")).resolve("run");
        Files.write(ci, Files.readAllBytes(Path.of("..", ".ci", "run")));
        Path stowage = Files.writeString(
                folder.resolve("stowage"),
                "#!/bin/sh\ncase $1 in\ntest) " + test + " ;;\ninterop) " + interop + " ;;\nesac\n");
        Files.setPosixFilePermissions(stowage, PosixFilePermissions.fromString("rwxr-xr-x"));
        Process process = new ProcessBuilder("bash", ci.toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines = new ArrayList<>(new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList());
        lines.add(String.valueOf(process.waitFor()));
        return lines;
    }
}
