package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.mount.DetachedMount;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mount.ThreadNamespaces;
import dev.stowage.node.runtime.ContainerMount.Propagation;
import dev.stowage.node.runtime.RuntimeContainer.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a container cannot do, even as root.
final class IsolationTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    @Test
    void theNodesFolderIsNotThere() throws IOException {
        Path socket = fixture.directory("kubelet/plugins/driver").resolve("csi.sock");
        Files.createFile(socket);
        Path kubeconfig = Files.writeString(fixture.folder().resolve("kubeconfig"), "secret");

        String output = fixture.draft(
                        "sh",
                        "-c",
                        "for f in " + fixture.paths().root() + " " + socket + " " + kubeconfig
                                + " /etc/kubernetes /etc/shadow /var/lib/kubelet /root/.kube /proc/1/root" + kubeconfig
                                + "; do [ -e $f ] && echo $f; done; ls -A /home /root /tmp /run /mnt | grep -v :; true")
                .output();

        assertThat(output.strip()).isEmpty();
    }

    @Test
    void theNodesFolderIsNotThereEvenAmongPrograms() throws IOException {
        Path root = Files.createTempDirectory(Path.of("/usr/local/lib"), "stowage-containers-");
        try {
            Files.createFile(root.resolve("secret"));
            Path hollow = fixture.directory("hollow");
            Path kept = fixture.directory("kept");
            List<String> seen = DedicatedThread.run("try", () -> {
                ThreadNamespaces.leave();
                try (DetachedMount files = DetachedMount.fresh("tmpfs", List.of());
                        Descriptor place = Descriptor.openDirectory(hollow)) {
                    files.moveTo(place);
                    new RootFilesystem(hollow, files.root(), List.of(root, kept), List.of()).make(false, true);
                    try (Stream<Path> each =
                            Files.list(hollow.resolve(root.toString().substring(1)))) {
                        return each.map(Path::toString).toList();
                    }
                }
            });
            assertThat(seen).isEmpty();
        } finally {
            Files.deleteIfExists(root.resolve("secret"));
            Files.deleteIfExists(root);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch /usr/bin/evil",
                "touch /etc/passwd2",
                "mkdir /evil",
                "mv /lib64 /lib65",
                "echo x >/proc/sysrq-trigger",
                "echo 1 >/proc/sys/vm/drop_caches",
                "echo 1 >/sys/kernel/profiling",
                "mount -o remount,rw /",
                "mount -t tmpfs none /tmp",
                "umount /proc/sys",
                "mknod /tmp/disk b 8 0",
                "hostname other",
                "nsenter --target 1 --mount true",
                "unshare --mount true",
                "chroot /proc/1/cwd/../../.. cat /etc/shadow"
            })
    void theMachineCannotBeChanged(String command) throws IOException {
        State.Exited exited = fixture.exit(fixture.draft("sh", "-c", command).start());

        assertThat(exited.code())
                .as(fixture.lines(ProcessRuntimeFixture.UID).toString())
                .isNotZero();
    }

    @Test
    void processesOfOthersAreNotSeen() throws Exception {
        fixture.draft("sleep", "98765").ofPod("other").start();

        String output = fixture.draft("sh", "-c", "echo $$; cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
                .output();

        assertThat(output).startsWith("1\n").doesNotContain("98765").doesNotContain("java");
    }

    @Test
    void onlyScratchPlacesAreWritableAndNoneOfThemIsTheMachines() throws IOException {
        String output = fixture.draft(
                        "sh", "-c", "for d in /tmp /var/tmp /run /root /dev/shm; do echo x >$d/f && echo $d; done")
                .output();

        assertThat(output).isEqualTo("/tmp\n/var/tmp\n/run\n/root\n/dev/shm\n");
        assertThat(Path.of("/tmp/f")).doesNotExist();
        assertThat(fixture.draft("sh", "-c", "touch /tmp/f")
                        .spec("{\"securityContext\":{\"readOnlyRootFilesystem\":true}}")
                        .ofPod("other")
                        .output())
                .contains("Read-only file system");
    }

    @Test
    void aContainerRunsAsWhomThePodSays() throws IOException {
        String output = fixture.draft("sh", "-c", "id -u; id -g; id -G; grep -E 'CapEff|NoNewPrivs' /proc/self/status")
                .spec(
                        "{\"securityContext\":{\"runAsUser\":1234,\"runAsGroup\":5678,\"allowPrivilegeEscalation\":false}}")
                .groups(2000L, 3000L)
                .output();

        assertThat(output).isEqualTo("1234\n5678\n5678 2000 3000\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n");
    }

    @Test
    void capabilitiesAreWhatThePodSays() throws IOException {
        String output = fixture.draft("grep", "CapEff", "/proc/self/status")
                .spec("{\"securityContext\":{\"capabilities\":{\"drop\":[\"ALL\"],\"add\":[\"NET_BIND_SERVICE\"]}}}")
                .output();

        assertThat(output).isEqualTo("CapEff:\t0000000000000400\n");
    }

    @Test
    void variablesDoNotReachProgramsThatHaveMoreRights() throws IOException {
        String output = fixture.draft("sh", "-c", "mount -t tmpfs none /tmp")
                .with("LD_PRELOAD", "/data/evil.so")
                .with("PATH", "/data:/usr/bin")
                .mount(fixture.directory("volume"), "/data", false)
                .output();

        // The loader prints an error once per program; the container's own are `sh` and `mount`.
        assertThat(output.lines().filter(line -> line.contains("evil.so")).toList())
                .hasSize(2);
        assertThat(output).contains("permission denied");
    }

    @Test
    void mountsArriveOnlyWhereTheyAreAskedFor() throws Exception {
        Path volume = fixture.directory("kubelet/volume");
        Path later = Files.createDirectories(volume.resolve("later"));
        String id = fixture.draft("sleep", "infinity")
                .mount(volume, "/none", false)
                .mount(volume, "/arrives", false, Propagation.HOST_TO_CONTAINER)
                .start();

        Mounts.system().mount("later", later, "tmpfs", Set.of(), "");
        Files.writeString(later.resolve("file"), "");

        assertThat(fixture.runtime()
                        .execute(id, List.of("sh", "-c", "ls /none/later; echo -; ls /arrives/later"), LONG)
                        .output())
                .isEqualTo("-\nfile\n");
        Mounts.system().unmount(later);
        assertThat(fixture.runtime()
                        .execute(id, List.of("ls", "/arrives/later"), LONG)
                        .output())
                .isEmpty();
    }

    @Test
    void mountsOfAPrivilegedContainerReachTheMachineWhereTheyMay() throws Exception {
        Path volume = fixture.directory("kubelet/volume");
        Files.createDirectories(volume.resolve("made"));

        String output = fixture.draft("sh", "-c", "mount -t tmpfs made /out/made && touch /out/made/file && echo done")
                .mount(volume, "/out", false, Propagation.BIDIRECTIONAL)
                .spec("{\"securityContext\":{\"privileged\":true}}")
                .output();

        assertThat(output).isEqualTo("done\n");
        assertThat(volume.resolve("made/file")).exists();
        assertThat(fixture.mountsHere().stream().map(mount -> mount.target()).toList())
                .containsExactly(fixture.paths().root(), volume.resolve("made"));
    }

    @Test
    void aVolumeIsFreeAsSoonAsItsContainerHasEnded() throws Exception {
        Path volume = fixture.directory("kubelet/volume");
        Mounts.system().mount("volume", volume, "tmpfs", Set.of(), "");
        String id = fixture.draft("sh", "-c", "cd /data; sleep infinity")
                .mount(volume, "/data", false)
                .start();

        fixture.runtime().stop(id, Duration.ZERO);

        Mounts.system().unmount(volume);
        assertThat(volume).isEmptyDirectory();
    }
}
