package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ContainerAttachTest {
    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    private ExecSession.Local attach(String id, boolean tty) throws IOException {
        return (ExecSession.Local) fixture.runtime().open(new ExecRequest(id, List.of(), true, true, !tty, tty));
    }

    private static void type(ExecSession.Local session, String text) throws IOException {
        session.stdin().write(text.getBytes(StandardCharsets.UTF_8));
        session.stdin().flush();
    }

    private static String until(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith(end)) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("ended after: " + text);
            }
            text.append((char) c);
        }
        return text.toString();
    }

    @Test
    void theFirstClientOfAContainerWithInputSeesEverythingAndEndsItsInput() throws Exception {
        String id = fixture.draft("sh", "-c", "echo ready; cat; echo over >&2; exit 4")
                .spec("{\"stdin\":true,\"stdinOnce\":true}")
                .start();
        try (ExecSession.Local session = attach(id, false)) {
            assertThat(until(session.stdout(), "ready\n")).isEqualTo("ready\n");
            type(session, "typed\n");
            session.stdin().close();
            assertThat(session.stdout()).hasContent("typed");
            assertThat(session.stderr()).hasContent("over");
            assertThat(session.await()).isZero();
        }
        assertThat(fixture.exit(id).code()).isEqualTo(4);
        assertThat(fixture.lines(ProcessRuntimeFixture.UID))
                .anyMatch(line -> line.endsWith("stdout F typed"))
                .anyMatch(line -> line.endsWith("stderr F over"));
    }

    @Test
    void withoutStdinOnceTheNextClientCanType() throws Exception {
        String id = fixture.draft("sh", "-c", "while read line; do echo got $line; done")
                .spec("{\"stdin\":true}")
                .start();
        try (ExecSession.Local session = attach(id, false)) {
            type(session, "one\n");
            assertThat(until(session.stdout(), "one\n")).isEqualTo("got one\n");
            session.stdin().close();
        }
        try (ExecSession.Local session = attach(id, false)) {
            type(session, "two\n");
            assertThat(until(session.stdout(), "two\n")).isEqualTo("got two\n");
        }
        assertThat(fixture.container(id).runs()).isTrue();
    }

    @Test
    void aClientThatDisconnectsEndsTheInputOnlyOnce() throws Exception {
        String id =
                fixture.draft("cat").spec("{\"stdin\":true,\"stdinOnce\":true}").start();
        attach(id, false).close();
        assertThat(fixture.exit(id).code()).isZero();
    }

    @Test
    void aContainerWithoutInputIsFollowedAndNotDisturbed() throws Exception {
        String id = fixture.draft("sh", "-c", "read line; echo read: $?; sleep infinity")
                .start();
        fixture.awaitLine("read: 1");
        try (ExecSession.Local session = attach(id, false)) {
            type(session, "unheard\n");
            fixture.runtime().stop(id, Duration.ZERO);
            // What was written before is in the log.
            assertThat(session.stdout()).hasContent("");
            assertThat(session.await()).isZero();
        }
        assertThatThrownBy(() -> attach(id, false)).hasMessageContaining("is not running");
    }

    @Test
    void aTerminalIsTheContainersOwnHasASizeAndIsLogged() throws Exception {
        String id = fixture.draft("sh", "-c", "tty; read line; stty size; echo got $line; echo bad >&2; exit 3")
                .spec("{\"stdin\":true,\"tty\":true}")
                .start();
        try (ExecSession.Local session = attach(id, true)) {
            session.resize(100, 30);
            type(session, "typed\n");
            String shown = new String(session.stdout().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shown).contains("/dev/pts/0\r\n", "30 100\r\n", "got typed\r\n", "bad\r\n");
            assertThat(session.stderr()).hasContent("");
        }
        assertThat(fixture.exit(id).code()).isEqualTo(3);
        assertThat(fixture.lines(ProcessRuntimeFixture.UID)).anyMatch(line -> line.endsWith("stdout F bad"));
    }

    @Test
    void aTerminalWithInputHasAShellByDefaultWithJobControl() throws Exception {
        String id = fixture.draft().spec("{\"stdin\":true,\"tty\":true}").start();
        try (ExecSession.Local session = attach(id, true)) {
            type(session, "echo $((20 + 3)) $TERM\n");
            until(session.stdout(), "23 xterm\r\n");
            type(session, "sh -c 'echo $((40 + 2)); exec sleep 1000'\n");
            // The command runs now: the interrupt reaches it, and not the shell.
            until(session.stdout(), "42\r\n");
            type(session, "\u0003");
            until(session.stdout(), "^C");
            type(session, "exit 5\n");
            assertThat(session.await()).isZero();
        }
        assertThat(fixture.exit(id).code()).isEqualTo(5);
    }

    @Test
    void anEphemeralContainerSeesTheProcessesOfItsTarget() throws Exception {
        String target = fixture.draft("sleep", "98761").start();
        String id = fixture.draft("sh", "-c", "cat /proc/1/cmdline | tr '\\0' ' '; readlink /proc/self/ns/pid; exit 2")
                .named("debugger")
                .spec("{\"targetContainerName\":\"main\"}")
                .start();
        assertThat(fixture.exit(id).code()).isEqualTo(2);
        String own = fixture.runtime()
                .execute(target, List.of("readlink", "/proc/self/ns/pid"), Duration.ofSeconds(60))
                .output();
        assertThat(fixture.linesOf("debugger"))
                .last()
                .asString()
                .contains("sleep 98761")
                .endsWith(own.strip());
        assertThat(fixture.container(target).runs()).isTrue();

        String next = fixture.draft("sleep", "infinity")
                .named("debugger-2")
                .spec("{\"targetContainerName\":\"main\"}")
                .start();
        fixture.runtime().stop(target, Duration.ZERO);
        // The kernel ends all processes of a PID namespace with its first one.
        assertThat(fixture.exit(next).code()).isEqualTo(137);
        assertThatThrownBy(() -> fixture.draft("true")
                        .named("debugger-3")
                        .spec("{\"targetContainerName\":\"main\"}")
                        .start())
                .hasMessageContaining("unable to find target container main");
    }
}
