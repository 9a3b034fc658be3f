package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.share.NfsServer;
import dev.stowage.driver.share.NfsSource;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pools on exports of the kernel's own NFS server.
@Tag("lab")
final class NfsPoolTest {
    private static final String SHARE = "/first";
    /// A call that hangs must not keep others from running.
    private static final Executor THREADS = work -> Thread.ofPlatform().daemon().start(work);

    private static final Duration LONG = Duration.ofMinutes(2);

    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    private final List<Pool> pools = new ArrayList<>();
    private @Nullable NfsServer server;
    private Path export = Path.of("/nowhere");

    @BeforeEach
    void serve() throws IOException {
        server = NfsServer.start(scratch.path(), scratch.mounts());
        export = server.directory("first");
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.resume();
            for (Path target : Files.isDirectory(scratch.path().resolve("pods")) ? pods() : List.<Path>of()) {
                scratch.mounts().unmountLazily(target);
            }
            for (Pool pool : pools) {
                pool.release();
            }
            server.close();
        }
    }

    private List<Path> pods() throws IOException {
        Path pods = scratch.path().resolve("pods");
        return scratch.mounts().table().stream()
                .map(mount -> mount.target())
                .filter(target -> target.startsWith(pods))
                .toList();
    }

    @Test
    void severalNodesUseOneVolumeOfAShareThatTheyMount() throws Exception {
        NfsNode a = node("a", nfs());
        NfsNode b = node("b", nfs());
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
        assertThat(export.resolve("volumes")).isEmptyDirectory();
    }

    @Test
    void aShareIsMountedOnceAndUnmountedWhenUnused() throws Exception {
        NfsNode node = node("a", nfs());
        Volume first = node.create("first", Map.of());
        Volume second = node.create("second", Map.of());
        node.publish(first, "one");
        node.publish(second, "two");

        assertThat(mountsOfShare()).hasSize(3);
        pools.getFirst().release();
        assertThat(mountsOfShare()).hasSize(3);
        node.unpublish(first, "one");
        node.unpublish(second, "two");
        pools.getFirst().release();
        assertThat(mountsOfShare()).isEmpty();
    }

    @Test
    void aClassChoosesTheDirectoryAndItsEnd() throws Exception {
        NfsNode node = node("a", nfs());
        Map<String, String> parameters = Map.of(
                "subDir", "${pvc.metadata.namespace}/${pvc.metadata.name}",
                "onDelete", "archive",
                "mountPermissions", "0750",
                "csi.storage.k8s.io/pvc/namespace", "shop",
                "csi.storage.k8s.io/pvc/name", "db");
        Volume volume = node.create("pvc-1", parameters);
        Files.writeString(node.publish(volume, "pod").resolve("file"), "kept");

        assertThat(export.resolve("shop/db/file")).hasContent("kept");
        assertThat(volume.context()).containsEntry("subDir", "shop/db");
        assertRefused(CsiCode.FAILED_PRECONDITION, () -> node.volumes().delete(volume.id(), Secrets.NONE));
        node.unpublish(volume, "pod");
        node.volumes().delete(volume.id(), Secrets.NONE);

        assertThat(export.resolve("shop/archived-db/file")).hasContent("kept");
        assertThat(export.resolve("shop/db")).doesNotExist();
    }

    @Test
    void aServerThatDoesNotAnswerHoldsUpNoOtherShare() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            NfsSource dead = new NfsSource("127.0.0.1", "/dead", List.of("port=" + silent.getLocalPort()));
            NfsNode node = node("a", dead, nfs());

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
        NfsNode node = node("a", nfs());
        Volume volume = node.create("data", Map.of());
        Path mounted = node.publish(volume, "pod");
        Path another = node.publish(volume, "ending-pod");
        running().pause();

        CompletableFuture<Path> writer = CompletableFuture.supplyAsync(() -> write(mounted.resolve("file")), THREADS);
        assertRefused(CsiCode.UNAVAILABLE, () -> node.create("other", Map.of()));
        assertRefused(CsiCode.UNAVAILABLE, () -> node.volumes().delete(volume.id(), Secrets.NONE));
        assertThat(within(Duration.ofSeconds(2), () -> node.health(volume)))
                .extracting(HealthProblem::reason)
                .containsExactly("ShareUnavailable");
        within(Duration.ofSeconds(20), () -> node.unpublish(volume, "ending-pod"));
        assertThat(another).doesNotExist();
        assertThat(writer).isNotDone();
        running().resume();

        assertThat(writer.get(LONG.toSeconds(), TimeUnit.SECONDS)).hasContent("written");
        await().atMost(LONG).untilAsserted(() -> assertThat(node.health(volume)).isEmpty());
        node.create("other", Map.of());
    }

    @Test
    void aMountThatIsGoneIsMountedAgain() throws Exception {
        NfsNode node = node("a", nfs());
        Volume volume = node.create("data", Map.of());
        scratch.mounts().unmount(pools.getFirst().settings().directory());

        assertThat(node.publish(volume, "pod")).isEmptyDirectory();
    }

    private static Path write(Path file) {
        try {
            return Files.writeString(file, "written");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private NfsServer running() {
        return java.util.Objects.requireNonNull(server);
    }

    private static NfsSource nfs() {
        return new NfsSource("127.0.0.1", SHARE, List.of());
    }

    private List<Path> mountsOfShare() throws IOException {
        return scratch.mounts().table().stream()
                .filter(mount -> mount.source().startsWith("127.0.0.1:" + SHARE))
                .map(mount -> mount.target())
                .toList();
    }

    private NfsNode node(String name, ShareSource... sources) throws Exception {
        NfsNode node = NfsNode.start(scratch, name, sources);
        node.publishing().storagePools().all().forEach(one -> pools.add(one.pool()));
        return node;
    }

    @FunctionalInterface
    private interface Call<T> {
        T run() throws Exception;
    }

    /// The call must not wait for a server that does not answer.
    private static <T> T within(Duration limit, Call<T> call) throws Exception {
        return CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return call.run();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        THREADS)
                .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Well before the deadline of a whole call.
    private static void assertRefused(CsiCode code, ThrowingCallable call) throws Exception {
        Throwable failure = within(Duration.ofSeconds(20), () -> org.assertj.core.api.Assertions.catchThrowable(call));
        assertThatThrownBy(() -> {
                    throw failure;
                })
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
