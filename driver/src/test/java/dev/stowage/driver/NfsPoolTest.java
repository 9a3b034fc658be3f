package dev.stowage.driver;

import static dev.stowage.driver.NfsFixture.SHARE;
import static dev.stowage.driver.NfsFixture.THREADS;
import static dev.stowage.driver.NfsFixture.assertRefused;
import static dev.stowage.driver.NfsFixture.nfs;
import static dev.stowage.driver.NfsFixture.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.share.NfsSource;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pools on exports of the kernel's own NFS server.
@Tag("lab")
final class NfsPoolTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @RegisterExtension
    final NfsFixture fixture = new NfsFixture();

    @Test
    void severalNodesUseOneVolumeOfAShareThatTheyMount() throws Exception {
        NfsNode a = fixture.node("a", nfs());
        NfsNode b = fixture.node("b", nfs());
        Volume volume = a.create("data", Map.of("server", "127.0.0.1", "share", SHARE));

        Files.writeString(a.publish(volume, "on-a").resolve("file"), "for all");

        assertThat(b.publish(volume, "on-b").resolve("file")).hasContent("for all");
        assertThat(volume.context())
                .containsEntry("server", "127.0.0.1")
                .containsEntry("share", SHARE)
                .containsEntry("pool", "share-0");
        a.unpublish(volume, "on-a");
        b.unpublish(volume, "on-b");
        a.volumes().delete(volume.id(), Secrets.NONE);
        assertThat(fixture.export().resolve("volumes")).isEmptyDirectory();
    }

    @Test
    void aShareIsMountedOnceAndUnmountedWhenUnused() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume first = node.create("first", Map.of());
        Volume second = node.create("second", Map.of());
        node.publish(first, "one");
        node.publish(second, "two");

        assertThat(mountsOfShare()).hasSize(3);
        fixture.pools().getFirst().release();
        assertThat(mountsOfShare()).hasSize(3);
        node.unpublish(first, "one");
        node.unpublish(second, "two");
        fixture.pools().getFirst().release();
        assertThat(mountsOfShare()).isEmpty();
    }

    @Test
    void aClassChoosesTheDirectoryAndItsEnd() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Map<String, String> parameters = Map.of(
                "subDir", "${pvc.metadata.namespace}/${pvc.metadata.name}",
                "onDelete", "archive",
                "mountPermissions", "0750",
                "csi.storage.k8s.io/pvc/namespace", "shop",
                "csi.storage.k8s.io/pvc/name", "db");
        Volume volume = node.create("pvc-1", parameters);
        Files.writeString(node.publish(volume, "pod").resolve("file"), "kept");

        assertThat(fixture.export().resolve("shop/db/file")).hasContent("kept");
        assertThat(volume.context()).containsEntry("subDir", "shop/db");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(fixture.export().resolve("shop/db"))))
                .isEqualTo("rwxr-x---");
        assertRefused(CsiCode.FAILED_PRECONDITION, () -> node.volumes().delete(volume.id(), Secrets.NONE));
        node.unpublish(volume, "pod");
        node.volumes().delete(volume.id(), Secrets.NONE);

        assertThat(fixture.export().resolve("shop/archived-db/file")).hasContent("kept");
        assertThat(fixture.export().resolve("shop/db")).doesNotExist();
    }

    @Test
    void mountOptionsThatAgreeWithTheMountAreAccepted() throws Exception {
        NfsNode node = fixture.node("a", new NfsSource("127.0.0.1", SHARE, List.of("nfsvers=4.1")));
        Volume volume = node.create("data", Map.of());

        Path mounted = node.publish(volume, "pod", List.of("nfsvers=4.1", "hard", "nconnect=4"));
        Files.writeString(mounted.resolve("file"), "written");

        assertRefused(CsiCode.INVALID_ARGUMENT, () -> node.publish(volume, "other", List.of("nfsvers=4.2")));
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> node.publish(volume, "other", List.of("hard,soft")));
        assertThat(fixture.scratch().target("other")).doesNotExist();
    }

    @Test
    void severalNodesReadAVolumeThatNoneOfThemWrites() throws Exception {
        NfsNode a = fixture.node("a", nfs());
        NfsNode b = fixture.node("b", nfs());
        Volume volume = a.create("data", Map.of("subDir", "shared/data"));
        Files.writeString(fixture.export().resolve("shared/data/file"), "for all");

        for (Map.Entry<String, NfsNode> node : Map.of("a", a, "b", b).entrySet()) {
            Path mounted = node.getValue().publishReadOnly(volume, "reader-" + node.getKey());

            assertThat(mounted.resolve("file")).hasContent("for all");
            assertThatThrownBy(() -> Files.writeString(mounted.resolve("other"), "x"))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("Read-only");
        }
        assertThat(a.snapshot(volume, "while-it-is-read", Map.of()).ready()).isTrue();
    }

    @Test
    void aServerThatDoesNotAnswerHoldsUpNoOtherShare() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            NfsSource dead = new NfsSource("127.0.0.1", "/dead", List.of("port=" + silent.getLocalPort()));
            NfsNode node = fixture.node("a", dead, nfs());

            assertRefused(CsiCode.UNAVAILABLE, () -> node.create("x", Map.of("pool", "share-0")));
            Volume volume = within(
                    Duration.ofSeconds(6), () -> node.create("data", Map.of("server", "127.0.0.1", "share", SHARE)));
            Path mounted = within(Duration.ofSeconds(6), () -> node.publish(volume, "pod"));
            Files.writeString(mounted.resolve("file"), "first");
            assertThat(within(Duration.ofSeconds(6), () -> node.publishing().stats(volume.id(), mounted)))
                    .isNotNull();
        }
    }

    @Test
    void aWriterContinuesWhenTheServerIsBack() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", Map.of());
        Path mounted = node.publish(volume, "pod");
        Path another = node.publish(volume, "ending-pod");
        fixture.server().pause();

        CompletableFuture<Path> writer = CompletableFuture.supplyAsync(() -> write(mounted.resolve("file")), THREADS);
        assertRefused(CsiCode.UNAVAILABLE, () -> node.create("other", Map.of()));
        assertRefused(CsiCode.UNAVAILABLE, () -> node.volumes().delete(volume.id(), Secrets.NONE));
        assertThat(within(Duration.ofSeconds(2), () -> node.health(volume)))
                .extracting(HealthProblem::reason)
                .containsExactly("ShareUnavailable");
        within(Duration.ofSeconds(20), () -> node.unpublish(volume, "ending-pod"));
        assertThat(another).doesNotExist();
        assertThat(writer).isNotDone();
        fixture.server().resume();

        assertThat(writer.get(LONG.toSeconds(), TimeUnit.SECONDS)).hasContent("written");
        await().atMost(LONG).untilAsserted(() -> assertThat(node.health(volume)).isEmpty());
        node.create("other", Map.of());
    }

    @Test
    void aMountThatIsGoneIsMountedAgain() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", Map.of());
        fixture.scratch().mounts().unmount(fixture.pools().getFirst().settings().directory());

        assertThat(node.publish(volume, "pod")).isEmptyDirectory();
    }

    @Test
    void aVolumeWhoseDirectoryAUserRemovedIsDeletedCompletely() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", Map.of("subDir", "team/db"));
        Directories.removeTree(fixture.export(), "team");

        node.volumes().delete(volume.id(), Secrets.NONE);

        assertThat(fixture.export().resolve("volumes")).isEmptyDirectory();
        assertThat(fixture.export().resolve("subdirs")).isEmptyDirectory();
    }

    private static Path write(Path file) {
        try {
            return Files.writeString(file, "written");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> mountsOfShare() throws IOException {
        return fixture.scratch().mounts().table().stream()
                .filter(mount -> mount.source().startsWith("127.0.0.1:" + SHARE))
                .map(mount -> mount.target())
                .toList();
    }
}
