package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.node.runtime.RuntimeContainer.State;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ProcessRuntimeTest {
    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    @Test
    void whatAContainerSaysIsInItsLogAsTheKubeletWritesIt() throws IOException {
        fixture.exit(fixture.draft("sh", "-c", "echo one; echo two >&2; printf three")
                .start());

        assertThat(fixture.lines(ProcessRuntimeFixture.UID))
                .hasSize(3)
                .allMatch(line ->
                        line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z (stdout|stderr) F \\w+"))
                .anyMatch(line -> line.endsWith("stdout F one"))
                .anyMatch(line -> line.endsWith("stderr F two"))
                .anyMatch(line -> line.endsWith("stdout F three"));
    }

    @Test
    void environmentAndArgumentsArriveAsTheyWereWritten() throws IOException {
        String odd = "a 'quoted' \"text\" $(id) `id` ${HOME}\nand a second line \\n";

        String output =
                fixture.draft("printf", "%s|%s\n", odd, "").with("ODD", odd).output();

        assertThat(output).isEqualTo(odd + "|\n");
        assertThat(fixture.draft("sh", "-c", "printf '%s\n' \"$ODD\"; echo \"$my_$HOSTNAME\"; pwd")
                        .with("ODD", odd)
                        .with("a.name-that.no-shell-knows", "x")
                        .in("/some/where")
                        .ofPod("other")
                        .output())
                .isEqualTo(odd + "\nweb-0\n/some/where\n");
    }

    @Test
    void theExitCodeIsTold() throws IOException {
        State.Exited failed = fixture.exit(fixture.draft("sh", "-c", "exit 3").start());

        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.reason()).isEqualTo("Error");
        assertThat(failed.until()).isAfterOrEqualTo(failed.since());
    }

    @Test
    void listenersHearOfTheBeginningAndTheEnd() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        fixture.runtime().listen(heard::add);

        fixture.draft("true").start();

        assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(ProcessRuntimeFixture.UID);
        assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(ProcessRuntimeFixture.UID);
    }

    @Test
    void whatIsWrittenToAVolumeIsOnTheMachine() throws IOException {
        Path volume = fixture.directory("volume");

        String output = fixture.draft("sh", "-c", "echo hello >/data/deep/file && cat /data/deep/file")
                .mount(volume, "/data/deep", false)
                .output();

        assertThat(output).isEqualTo("hello\n");
        assertThat(volume.resolve("file")).hasContent("hello");
    }

    @Test
    void aDirectoryOfTheMachineThatIsMissingIsCreated() throws IOException {
        Path volume = fixture.directory("").resolve("not/there");

        String output = fixture.draft("sh", "-c", "echo hello >/data/file && cat /data/file")
                .mount(volume, "/data", false)
                .output();

        assertThat(output).isEqualTo("hello\n");
        assertThat(volume.resolve("file")).hasContent("hello");
    }

    @Test
    void whatAContainerWroteToItsOwnFileSystemIsMeasured() throws Exception {
        String id = fixture.draft("sh", "-c", "dd if=/dev/zero of=/tmp/f bs=1M count=5; exec sleep 1000")
                .start();

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> fixture.runtime().writableLayerBytes(id) >= 5 << 20);
        fixture.runtime().stop(id, Duration.ZERO);
        assertThat(fixture.runtime().writableLayerBytes(id)).isZero();
    }

    @Test
    void aReadOnlyVolumeTakesNoWrites() throws IOException {
        Path volume = fixture.directory("volume");
        Files.writeString(volume.resolve("file"), "hello\n");

        String output = fixture.draft("sh", "-c", "cat /data/file; touch /data/other")
                .mount(volume, "/data", true)
                .output();

        // The order of the two streams in the log is undefined.
        assertThat(output).contains("hello\n", "Read-only file system").endsWith("exit 1\n");
        assertThat(volume.resolve("other")).doesNotExist();
    }

    @Test
    void volumesGoWhereTheMachineHasFilesOfItsOwn() throws IOException {
        Path volume = fixture.directory("volume");
        Files.writeString(volume.resolve("file"), "hello\n");

        String output = fixture.draft(
                        "cat", "/usr/share/nothing/like/this/file", "/etc/app/file", "/opt/0/file", "/var/run/x", "/a")
                .mount(volume, "/usr/share/nothing/like/this", false)
                .mount(volume, "/etc/app", false)
                .mount(volume, "/opt/0", false)
                .mount(volume.resolve("file"), "/var/run/x", false)
                .mount(volume.resolve("file"), "/a", false)
                .output();

        assertThat(output).isEqualTo("hello\n".repeat(5));
    }

    @Test
    void aContainerThatIsAskedToEndDoesSo() throws Exception {
        String id = fixture.draft("sh", "-c", "trap 'echo asked; exit 7' TERM; echo ready; sleep infinity & wait")
                .start();
        ready();

        fixture.runtime().stop(id, Duration.ofSeconds(60));

        assertThat(fixture.container(id).state())
                .isInstanceOfSatisfying(
                        State.Exited.class, exited -> assertThat(exited.code()).isEqualTo(7));
        assertThat(fixture.lines(ProcessRuntimeFixture.UID)).last().asString().endsWith("asked");
    }

    @Test
    void aContainerThatDoesNotListenIsKilledWithAllItsProcesses() throws Exception {
        Path volume = fixture.directory("volume");
        String id = fixture.draft("sh", "-c", "trap '' TERM; setsid sleep 1000 & echo ready; wait")
                .mount(volume, "/data", false)
                .start();
        ready();

        fixture.runtime().stop(id, Duration.ofMillis(200));

        assertThat(fixture.container(id).state())
                .isInstanceOfSatisfying(
                        State.Exited.class, exited -> assertThat(exited.code()).isEqualTo(137));
    }

    private void ready() {
        org.awaitility.Awaitility.await()
                .until(() ->
                        fixture.lines(ProcessRuntimeFixture.UID).stream().anyMatch(line -> line.endsWith("ready")));
    }

    @Test
    void nothingIsLeftOfAPodThatIsRemoved() throws Exception {
        Path volume = fixture.directory("volume");
        fixture.draft("sleep", "infinity").mount(volume, "/data", false).start();
        RuntimePod pod = fixture.runtime().pods().getFirst();

        fixture.runtime().removePod(pod);

        assertThat(fixture.runtime().pods()).isEmpty();
        assertThat(fixture.paths().journal().resolve("process/pods")).isEmptyDirectory();
        assertThat(fixture.mountsHere())
                .extracting(mount -> mount.target())
                .isEqualTo(List.of(fixture.paths().root()));
        fixture.runtime().close();
        assertThat(fixture.mountsHere()).isEmpty();
    }

    @Test
    void whatWasStartedBeforeARestartIsFoundAfterIt() throws Exception {
        String ends =
                fixture.draft("sh", "-c", "echo ready; exec sleep infinity").start();
        ready();

        fixture.anotherRuntime();

        assertThat(fixture.container(ends).runs()).isTrue();
        fixture.runtime().stop(ends, Duration.ZERO);
        assertThat(fixture.container(ends).runs()).isFalse();
        assertThat(fixture.lines(ProcessRuntimeFixture.UID)).hasSize(1);
    }

    @Test
    void aCommandThatIsNotThereIsTold() throws IOException {
        assertThat(fixture.draft("no-such-program").output())
                .contains("no-such-program")
                .endsWith("exit 127\n");
    }

    @Test
    void aVolumeInPlaceOfTheMachinesProgramsIsRefused() throws IOException {
        Path volume = fixture.directory("volume");
        Files.createSymbolicLink(volume.resolve("link"), Path.of("/usr"));

        for (String target : List.of("/", "/usr", "/usr/bin", "/lib64", "/etc", "/etc/ld.so.preload", "/a/link/bin")) {
            assertThatThrownBy(() -> fixture.draft("true")
                            .mount(volume, "/a", false)
                            .mount(volume, target, false)
                            .start())
                    .hasMessageContaining("cannot mount at");
        }
    }
}
