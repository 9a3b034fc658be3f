package dev.stowage.dist.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    void nothingRunIsNotGreen() throws Exception {
        assertThat(run("echo '0 passed, 0 failed, 4 skipped'", "echo '0 passed, 0 failed, 0 skipped'")
                        .status())
                .isOne();
    }

    private Ended run(String test, String interop) throws IOException, InterruptedException {
        Path ci = Files.createDirectories(folder.resolve(".ci")).resolve("run");
        Files.write(ci, Files.readAllBytes(Path.of("..", ".ci", "run")));
        Path stowage = Files.writeString(
                folder.resolve("stowage"),
                "#!/bin/sh\ncase $1 in\ntest) " + test + " ;;\ninterop) " + interop + " ;;\nesac\n");
        Files.setPosixFilePermissions(stowage, PosixFilePermissions.fromString("rwxr-xr-x"));
        Process process = new ProcessBuilder("bash", ci.toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
        return new Ended(process.waitFor(), lines.getLast());
    }
}
