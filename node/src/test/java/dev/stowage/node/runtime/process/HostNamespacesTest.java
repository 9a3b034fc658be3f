package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Containers that share namespaces with the machine or with each other.
final class HostNamespacesTest {
    private static final String HOST = "{\"hostPID\":true,\"hostIPC\":true}";

    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    private static String own(String kind) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString();
    }

    private static boolean runs(String argument) {
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(argument));
    }

    @Test
    void aPodCanHaveTheProcessesOfTheMachine() throws IOException {
        String output = fixture.draft(
                        "sh",
                        "-c",
                        "readlink /proc/self/ns/pid /proc/self/ns/ipc; [ -d /proc/"
                                + ProcessHandle.current().pid() + " ] && echo seen")
                .podSpec(HOST)
                .output();

        assertThat(output.lines()).containsExactly(own("pid"), own("ipc"), "seen");
    }

    @Test
    void otherPodsHaveTheirOwn() throws IOException {
        String output = fixture.draft("readlink", "/proc/self/ns/pid", "/proc/self/ns/ipc")
                .output();

        assertThat(output.lines()).doesNotContain(own("pid"), own("ipc"));
    }

    @Test
    void whatAContainerLeavesAmongTheProcessesOfTheMachineEndsWithIt() throws IOException {
        String output = fixture.draft("sh", "-c", "setsid sleep 98763 >/dev/null 2>&1 & sleep 98764 & echo begun")
                .podSpec(HOST)
                .output();

        assertThat(output).isEqualTo("begun\n");
        assertThat(runs("sleep 98763")).isFalse();
        assertThat(runs("sleep 98764")).isFalse();
    }

    @Test
    void aStoppedContainerTakesItsProcessesAlongAfterARestartOfTheNodeToo() throws Exception {
        String id = fixture.draft("sh", "-c", "sleep 98765 & sleep 98766; true")
                .podSpec(HOST)
                .start();
        await().until(() -> runs("sleep 98765"));

        fixture.anotherRuntime().stop(id, Duration.ofSeconds(5));

        fixture.exit(id);
        assertThat(runs("sleep 98765")).isFalse();
        assertThat(runs("sleep 98766")).isFalse();
    }

    @Test
    void whatAnEphemeralContainerLeavesEndsWithItAndItsTargetStays() throws Exception {
        String target = fixture.draft("sleep", "98767").start();
        String id = fixture.draft("sh", "-c", "setsid sleep 98768 >/dev/null 2>&1 & echo begun")
                .named("debugger")
                .spec("{\"targetContainerName\":\"main\"}")
                .start();

        fixture.exit(id);

        assertThat(runs("sleep 98768")).isFalse();
        assertThat(fixture.container(target).runs()).isTrue();
        assertThat(fixture.runtime()
                        .execute(target, List.of("true"), Duration.ofSeconds(60))
                        .code())
                .isZero();
    }
}
