package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.runtime.ExecSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ContainerExecTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    @Test
    void aCommandRunsAmongTheContainersFilesProcessesAndVariables() throws Exception {
        Path volume = fixture.directory("volume");
        String id = fixture.draft("sleep", "infinity")
                .with("GREETING", "hello world")
                .mount(volume, "/data", false)
                .in("/data")
                .spec("{\"securityContext\":{\"runAsUser\":0,\"runAsGroup\":4242}}")
                .start();
        // What starts it has another name, until it is its turn.
        await().until(() -> fixture.runtime()
                .execute(id, List.of("cat", "/proc/1/comm"), LONG)
                .output()
                .equals("sleep\n"));

        ExecResult result = fixture.runtime()
                .execute(
                        id,
                        List.of(
                                "sh",
                                "-c",
                                "echo $GREETING; pwd; hostname; id -g; cat /proc/1/comm; touch file; exit 4"),
                        LONG);

        assertThat(result).isEqualTo(new ExecResult(4, "hello world\n/data\nweb-0\n4242\nsleep\n"));
        assertThat(volume.resolve("file")).exists();
    }

    @Test
    void aCommandGetsTheContainersVariablesWhateverItsProcessHas() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is not installed");
        // It overwrites the memory from which the kernel reads its variables.
        String id = fixture.draft("perl", "-e", "$0 = 'x' x 10000; $| = 1; print qq(ready\n); sleep 1000")
                .with("GREETING", "hello")
                .start();
        await().until(() -> fixture.lines(ProcessRuntimeFixture.UID).stream().anyMatch(line -> line.endsWith("ready")));

        ExecResult result = fixture.runtime().execute(id, List.of("sh", "-c", "echo $GREETING"), LONG);

        assertThat(result).isEqualTo(new ExecResult(0, "hello\n"));
    }

    @Test
    void aCommandThatTakesTooLongIsEnded() throws Exception {
        String id = fixture.draft("sleep", "infinity").start();

        assertThatThrownBy(() -> fixture.runtime().execute(id, List.of("sleep", "1234"), Duration.ofMillis(300)))
                .hasMessageContaining("timed out");

        await().untilAsserted(() -> assertThat(fixture.runtime()
                        .execute(id, List.of("sh", "-c", "cat /proc/[0-9]*/cmdline"), LONG)
                        .output())
                .doesNotContain("1234"));
    }

    @Test
    void aProcessThatIsForkedWhileTheCommandIsEndedEndsToo() throws Exception {
        String id = fixture.draft("sleep", "infinity").start();
        String forks = "i=0; while [ $i -lt 3000 ]; do sleep 98765 & i=$((i + 1)); done; wait";
        for (int round = 0; round < 5; round++) {
            try (ExecSession session = fixture.runtime()
                    .open(new ExecRequest(id, List.of("sh", "-c", forks), false, false, false, false))) {
                assertThat(session).isNotNull();
                await().until(() -> running(id).contains("98765"));
            }
            await().untilAsserted(() -> assertThat(running(id)).doesNotContain("98765"));
        }
    }

    private String running(String id) throws Exception {
        return fixture.runtime()
                .execute(id, List.of("sh", "-c", "cat /proc/[0-9]*/cmdline"), LONG)
                .output();
    }

    @Test
    void streamsAreKeptApart() throws Exception {
        String id = fixture.draft("sleep", "infinity").start();

        try (ExecSession session = fixture.runtime()
                        .open(new ExecRequest(
                                id, List.of("sh", "-c", "cat; echo bad >&2; exit 5"), true, true, true, false));
                ExecSession.Local local = (ExecSession.Local) session) {
            local.stdin().write("typed\n".getBytes(StandardCharsets.UTF_8));
            local.stdin().close();

            assertThat(local.stdout()).hasContent("typed");
            assertThat(local.stderr()).hasContent("bad");
            assertThat(local.await()).isEqualTo(5);
        }
    }

    @Test
    void aCommandOnATerminalCanTell() throws Exception {
        String id = fixture.draft("sleep", "infinity").start();

        try (ExecSession session = fixture.runtime()
                        .open(new ExecRequest(
                                id,
                                List.of("sh", "-c", "tty; read line; stty size; echo got $line; exit 3"),
                                true,
                                true,
                                false,
                                true));
                ExecSession.Local local = (ExecSession.Local) session) {
            local.resize(100, 30);
            local.stdin().write("typed\n".getBytes(StandardCharsets.UTF_8));

            String shown = new String(local.stdout().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shown).contains("/dev/pts/0\r\n", "30 100\r\n", "got typed\r\n");
            assertThat(local.await()).isEqualTo(3);
        }
    }

    @Test
    void aContainerThatEndedTakesNoCommands() throws Exception {
        String id = fixture.draft("true").start();
        fixture.exit(id);

        assertThatThrownBy(() -> fixture.runtime().execute(id, List.of("true"), LONG))
                .hasMessageContaining("is not running");
    }
}
