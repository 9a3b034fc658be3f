package dev.stowage.node.subpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.json.Json;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubPathBindMountsTest {
    @RegisterExtension
    final MountFixture mountFixture = new MountFixture();

    private SubPathBindMounts parts;
    private NodePod pod;
    private Path root;
    private HostVolume volume;

    @BeforeEach
    void prepare() throws Exception {
        MountFixture.assumeRoot();
        parts = new SubPathBindMounts(mountFixture.kubelet());
        pod = NodePod.read(
                Json.read("{\"metadata\": {\"name\": \"p\", \"namespace\": \"d\", \"uid\": \"u1\"}, \"spec\": {}}"
                        .getBytes(StandardCharsets.UTF_8)));
        root = Files.createDirectories(mountFixture.kubelet().csiMount("u1", "pv-1"));
        volume = new HostVolume("data", root, false, false);
    }

    @Test
    void aPartIsBoundAtTheKubeletsPlace() throws Exception {
        Files.writeString(Files.createDirectories(root.resolve("a/b")).resolve("f"), "x");

        Path bound = parts.prepare(pod, "main", 3, volume, "a/b");

        assertThat(bound).isEqualTo(mountFixture.kubelet().pod("u1").resolve("volume-subpaths/pv-1/main/3"));
        assertThat(bound.resolve("f")).hasContent("x");
        assertThat(parts.prepare(pod, "main", 3, volume, "a/b")).isEqualTo(bound);
        assertThat(Mounts.system().stackedAt(bound)).hasSize(1);
    }

    @Test
    void aFileCanBeAPart() throws Exception {
        Files.writeString(root.resolve("f"), "x");

        assertThat(parts.prepare(pod, "main", 0, volume, "f")).hasContent("x");
    }

    @Test
    void whatIsMissingIsMadeWithThePermissionsOfTheVolume() throws Exception {
        FilePermissions.chmod(root, 02770);

        parts.prepare(pod, "main", 0, volume, "new/deep");

        assertThat(Stat.of(root.resolve("new")).permissions()).isEqualTo(02770);
        assertThat(Stat.of(root.resolve("new/deep")).permissions()).isEqualTo(02770);
    }

    @Test
    void aPartThatWasReplacedIsBoundAnew() throws Exception {
        Files.createDirectory(root.resolve("a"));
        Path bound = parts.prepare(pod, "main", 0, volume, "a");
        Files.move(root.resolve("a"), root.resolve("old"));
        Files.writeString(root.resolve("a"), "now a file");

        assertThat(parts.prepare(pod, "main", 0, volume, "a")).isEqualTo(bound).hasContent("now a file");
        assertThat(Mounts.system().stackedAt(bound)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /etc   | error SubPath `/etc` must not be an absolute path
            ../x   | unable to provision SubPath `../x`: must not contain '..'
            a/../b | unable to provision SubPath `a/../b`: must not contain '..'
            out    | failed to prepare subPath for volumeMount "data" of container "main"
            up     | failed to prepare subPath for volumeMount "data" of container "main"
            none   | failed to prepare subPath for volumeMount "data" of container "main"
            none/x | failed to prepare subPath for volumeMount "data" of container "main"
            """)
    void nothingLeadsOutOfTheVolume(String part, String message) throws Exception {
        Files.createSymbolicLink(root.resolve("out"), Path.of("/etc"));
        Files.createSymbolicLink(root.resolve("up"), Path.of("../../.."));
        Files.createSymbolicLink(root.resolve("none"), Path.of("/nowhere at all"));

        assertThatThrownBy(() -> parts.prepare(pod, "main", 0, volume, part))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @Test
    void linksInsideOfTheVolumeAreFollowed() throws Exception {
        Files.writeString(Files.createDirectory(root.resolve("real")).resolve("f"), "x");
        Files.createSymbolicLink(root.resolve("link"), Path.of("real"));

        assertThat(parts.prepare(pod, "main", 0, volume, "link").resolve("f")).hasContent("x");
    }

    @Test
    void allOfAPodIsReleasedAndTheVolumeKeepsWhatIsInIt() throws Exception {
        Files.writeString(root.resolve("f"), "x");
        parts.prepare(pod, "main", 0, volume, "f");
        parts.prepare(pod, "main", 1, volume, "d");
        Path stacked = parts.prepare(pod, "side", 0, new HostVolume("other", root, false, false), "d");
        Mounts.system().mount("over", stacked, "tmpfs", Set.of(), "");

        parts.release("u1");
        parts.release("u1");

        assertThat(mountFixture.kubelet().pod("u1").resolve("volume-subpaths")).doesNotExist();
        assertThat(root.resolve("f")).hasContent("x");
        assertThat(root.resolve("d")).isDirectory();
    }

    @Test
    void swappingLinksAndDirectoriesMeanwhileLeadsNowhereElse() throws Exception {
        Path outside = mountFixture.directory("outside/b");
        Files.writeString(outside.resolve("stolen"), "secret");
        Files.createDirectories(root.resolve("a/b"));
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger swaps = new AtomicInteger();
        CompletableFuture<Void> swapper = CompletableFuture.runAsync(() -> swap(over, swaps));

        int bound = 0;
        // The other thread may start late, or pause while there is nothing to mount.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        for (int i = 0; i < 60 || ((bound == 0 || swaps.get() == 0) && System.nanoTime() < end); i++) {
            try {
                Path target = parts.prepare(pod, "main", i, volume, "a/b");
                assertThat(target.resolve("stolen")).doesNotExist();
                bound++;
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith("failed to prepare subPath");
            }
        }

        over.set(true);
        swapper.get();
        assertThat(swaps).hasPositiveValue();
        assertThat(bound).isPositive();
        parts.release("u1");
        assertThat(outside.resolve("stolen")).hasContent("secret");
    }

    /// Replaces the subPath repeatedly, with a link to the outside and with a directory.
    private void swap(AtomicBoolean over, AtomicInteger swaps) {
        Path place = root.resolve("a");
        for (int i = 0; !over.get(); i++) {
            try {
                Files.move(place, root.resolve("was-" + i), StandardCopyOption.ATOMIC_MOVE);
                Files.createSymbolicLink(place, mountFixture.path().resolve("outside"));
                Files.delete(place);
                Files.createDirectories(place.resolve("b"));
                swaps.incrementAndGet();
            } catch (IOException e) {
                // A directory was created for the pod in the meantime; the next round removes it.
            }
        }
    }
}
