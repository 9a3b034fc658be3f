package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.share.NfsServer;
import dev.stowage.driver.share.NfsSource;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The kernel's own NFS server with one share, and nodes that use it.
final class NfsFixture implements BeforeEachCallback, AfterEachCallback {
    static final String SHARE = "/first";
    /// A call that hangs must not keep others from running.
    static final Executor THREADS = work -> Thread.ofPlatform().daemon().start(work);

    private final PoolScratch scratch = new PoolScratch();
    private final List<Pool> pools = new ArrayList<>();
    private @Nullable NfsServer server;
    private Path export = Path.of("/nowhere");

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        scratch.beforeEach(context);
        server = NfsServer.start(scratch.path(), scratch.mounts());
        export = server.directory("first");
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
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
        scratch.afterEach(context);
    }

    private List<Path> pods() throws IOException {
        Path pods = scratch.path().resolve("pods");
        return scratch.mounts().table().stream()
                .map(mount -> mount.target())
                .filter(target -> target.startsWith(pods))
                .toList();
    }

    PoolScratch scratch() {
        return scratch;
    }

    NfsServer server() {
        return Objects.requireNonNull(server);
    }

    /// The share, as the server sees it.
    Path export() {
        return export;
    }

    List<Pool> pools() {
        return pools;
    }

    static NfsSource nfs() {
        return new NfsSource("127.0.0.1", SHARE, List.of());
    }

    NfsNode node(String name, ShareSource... sources) throws Exception {
        NfsNode node = NfsNode.start(scratch, name, sources);
        node.publishing().storagePools().all().forEach(one -> pools.add(one.pool()));
        return node;
    }

    @FunctionalInterface
    interface Call<T> {
        T run() throws Exception;
    }

    /// The call must not wait for a server that does not answer.
    static <T> T within(Duration limit, Call<T> call) throws Exception {
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
    static void assertRefused(CsiCode code, ThrowingCallable call) throws Exception {
        Throwable failure = within(Duration.ofSeconds(20), () -> Assertions.catchThrowable(call));
        assertThat(failure)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
