package dev.stowage.linux.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CommandRunnerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit fills it in
    Path folder;

    @Test
    void answersWhatTheProgramPrinted() throws Exception {
        assertThat(CommandRunner.run(LONG, List.of("printf", "%s|", "a b", "$(id)", ";")))
                .isEqualTo("a b|$(id)|;|");
    }

    @Test
    void failureNamesProgramStatusAndTheEndOfItsComplaint() {
        List<String> noisy = List.of("/bin/sh", "-c", "seq 1 100000 >&2; echo 'disk is\n upside down' >&2; exit 3");

        assertThatThrownBy(() -> CommandRunner.run(LONG, noisy))
                .isInstanceOfSatisfying(
                        CommandFailedException.class,
                        e -> assertThat(e.status()).isEqualTo(3))
                .hasMessageContaining("/bin/sh failed with status 3")
                .hasMessageEndingWith("disk is; upside down")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(3000));
    }

    @Test
    void outputIsKeptUpToALimit() throws Exception {
        assertThat(CommandRunner.run(LONG, List.of("head", "-c", "9000000", "/dev/zero")))
                .hasSize(4 << 20);
    }

    @Test
    void missingProgramNamesThePackageThatHasIt() {
        assertThatThrownBy(() -> CommandRunner.run(LONG, List.of("no-such-program-here")))
                .isInstanceOf(CommandNotFoundException.class)
                .hasMessageContaining("no-such-program-here is not installed on this node");
        assertThat(new CommandNotFoundException("mkfs.xfs")).hasMessageContaining("(xfsprogs on Debian)");
    }

    @Test
    void administrationToolsAreFoundWhateverThePathSays() {
        assertThat(CommandRunner.isInstalled("mkfs.ext4")).isTrue();
        assertThat(CommandRunner.isInstalled("no-such-program-here")).isFalse();
    }

    @Test
    void inputIsEmpty() throws Exception {
        assertThat(CommandRunner.run(LONG, List.of("cat"))).isEmpty();
    }

    @Test
    void deadlineKillsTheProgramAndWhatItStarted() throws Exception {
        Path pids = folder.resolve("pids");
        String script = "sleep 600 & echo $! >" + pids + "; echo $$ >>" + pids + "; wait";

        // On a busy machine the deadline may pass before the program has started.
        for (int seconds = 1; count(pids) < 2; seconds *= 2) {
            Duration deadline = Duration.ofSeconds(seconds);
            assertThatThrownBy(() -> CommandRunner.run(deadline, List.of("/bin/sh", "-c", script)))
                    .isInstanceOf(CommandTimeoutException.class)
                    .hasMessageContaining("/bin/sh did not finish within " + deadline.toMillis() + " ms");
        }

        assertAllGone(pids, 2);
    }

    @Test
    void interruptKillsTheProgramAndIsPassedOn() throws Exception {
        Path pids = folder.resolve("pids");
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                CommandRunner.run(LONG, List.of("/bin/sh", "-c", "echo $$ >" + pids + "; exec sleep 600"));
            } catch (IOException e) {
                failure.complete(Thread.currentThread().isInterrupted() ? e : new AssertionError("flag is lost"));
            }
        });
        await().until(() -> Files.exists(pids) && Files.size(pids) > 0);
        caller.interrupt();

        assertThat(failure.join()).isInstanceOf(InterruptedIOException.class);
        assertAllGone(pids, 1);
    }

    private static int count(Path pids) throws IOException {
        return Files.exists(pids) ? Files.readAllLines(pids).size() : 0;
    }

    private static void assertAllGone(Path pids, int count) throws IOException {
        List<String> lines = Files.readAllLines(pids);
        assertThat(lines).hasSize(count);
        await().until(() -> lines.stream().noneMatch(CommandRunnerTest::runs));
    }

    private static boolean runs(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
    }
}
