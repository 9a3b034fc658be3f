package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SocketServerTest {

    @TempDir
    private Path directory;

    @Test
    void callIsAnsweredOverTheSocket() throws IOException {
        try (var _ = start(endpoint("csi.sock"));
                var client = SocketClient.connect(endpoint("csi.sock"), ClientOptions.defaults())) {
            assertThat(probe(client)).isEqualTo(ProbeResponse.getDefaultInstance());
        }
    }

    @Test
    void socketIsForItsOwnerAlone() throws IOException {
        try (var _ = start(endpoint("csi.sock"))) {
            assertThat(permissions("csi.sock")).isEqualTo("rw-------");
        }
    }

    @Test
    void socketIsNeverSeenWithOtherPermissions() throws Exception {
        var seen = ConcurrentHashMap.<String>newKeySet();
        var done = new AtomicBoolean();
        Thread watcher = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                try {
                    seen.add(permissions("csi.sock"));
                } catch (IOException e) {
                    // It does not exist at the moment.
                }
            }
        });
        try {
            for (int i = 0; i < 20; i++) {
                start(endpoint("csi.sock")).close();
            }
            try (var _ = start(endpoint("csi.sock"))) {
                await().until(() -> !seen.isEmpty());
            }
        } finally {
            done.set(true);
            watcher.join();
        }
        assertThat(seen).containsExactly("rw-------");
    }

    @Test
    void socketIsSharedWithTheNamedGroup() throws IOException {
        assumeTrue(Files.getAttribute(directory, "unix:uid").equals(0), "only root may give a file to another group");
        var options = ServerOptions.defaults().withSocketGroup("12345");

        try (var _ = SocketServer.start(endpoint("csi.sock"), options, TestPlugin.healthy())) {
            assertThat(permissions("csi.sock")).isEqualTo("rw-rw----");
            assertThat(Files.getAttribute(directory.resolve("csi.sock"), "unix:gid"))
                    .isEqualTo(12345);
        }
    }

    @Test
    void unknownGroupLeavesNothingBehind() {
        var options = ServerOptions.defaults().withSocketGroup("no such group");

        assertThatIOException()
                .isThrownBy(() -> SocketServer.start(endpoint("csi.sock"), options, TestPlugin.healthy()));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void nothingButTheSocketIsLeftNextToIt() throws IOException {
        try (var _ = start(endpoint("csi.sock"))) {
            assertThat(names()).containsExactly("csi.sock");
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void missingDirectoryIsMadePrivate() throws IOException {
        try (var _ = start(endpoint("a/b/csi.sock"))) {
            assertThat(permissions("a")).isEqualTo("rwx------");
            assertThat(permissions("a/b")).isEqualTo("rwx------");
        }
    }

    @Test
    void existingDirectoryIsLeftAlone() throws IOException {
        Files.createDirectory(directory.resolve("a"));
        Files.setPosixFilePermissions(directory.resolve("a"), PosixFilePermissions.fromString("rwxr-x--x"));

        try (var _ = start(endpoint("a/csi.sock"))) {
            assertThat(permissions("a")).isEqualTo("rwxr-x--x");
        }
    }

    @Test
    void staleSocketIsReplaced() throws IOException {
        leaveStaleSocket("csi.sock");

        try (var _ = start(endpoint("csi.sock"));
                var client = SocketClient.connect(endpoint("csi.sock"), ClientOptions.defaults())) {
            assertThat(probe(client)).isNotNull();
        }
    }

    @Test
    void socketThatIsServedIsLeftToItsServer() throws IOException {
        try (var _ = start(endpoint("csi.sock"))) {
            assertThatIOException()
                    .isThrownBy(() -> start(endpoint("csi.sock")))
                    .withMessageStartingWith("another process serves " + directory.resolve("csi.sock"));

            try (var client = SocketClient.connect(endpoint("csi.sock"), ClientOptions.defaults())) {
                assertThat(probe(client)).isNotNull();
            }
        }
    }

    @Test
    void fileThatIsNoSocketIsNeverRemoved() throws IOException {
        Path file = Files.writeString(directory.resolve("csi.sock"), "precious");
        Path link = Files.createSymbolicLink(directory.resolve("link.sock"), directory.resolve("elsewhere"));

        assertThatIOException().isThrownBy(() -> start(endpoint("csi.sock"))).withMessageContaining("is not a socket");
        assertThatIOException().isThrownBy(() -> start(endpoint("link.sock"))).withMessageContaining("is not a socket");
        assertThat(file).hasContent("precious");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void startThatWasKilledHalfWayIsNoObstacle() throws IOException {
        Files.createDirectory(directory.resolve(".csi.sock"));
        leaveStaleSocket(".csi.sock/s");

        try (var _ = start(endpoint("csi.sock"))) {
            assertThat(names()).containsExactly("csi.sock");
        }
    }

    @Test
    void longestPathWorks() throws IOException {
        int left = CsiEndpoint.LONGEST - directory.toString().length() - 1;
        assumeTrue(left > 0 && left < 250, "the temporary directory has a path of its own length");
        var longest = endpoint("s".repeat(left));

        try (var _ = start(longest);
                var client = SocketClient.connect(longest, ClientOptions.defaults())) {
            assertThat(probe(client)).isNotNull();
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void socketOfASuccessorIsNotRemoved() throws IOException {
        Path socket = directory.resolve("csi.sock");
        var first = start(endpoint("csi.sock"));
        Files.delete(socket);

        try (var _ = start(endpoint("csi.sock"))) {
            first.close();

            try (var client = SocketClient.connect(endpoint("csi.sock"), ClientOptions.defaults())) {
                assertThat(probe(client)).isNotNull();
            }
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void serverCanBeClosedTwice() throws Exception {
        var server = start(endpoint("csi.sock"));
        server.close();
        server.close();
        server.awaitClosed();

        assertThat(names()).isEmpty();
    }

    private SocketServer start(CsiEndpoint endpoint) throws IOException {
        return SocketServer.start(endpoint, ServerOptions.defaults(), TestPlugin.healthy());
    }

    private CsiEndpoint endpoint(String name) {
        return new CsiEndpoint(directory.resolve(name));
    }

    private static ProbeResponse probe(SocketClient client) {
        return IdentityGrpc.newBlockingStub(client.channel()).probe(ProbeRequest.getDefaultInstance());
    }

    private String permissions(String name) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve(name), LinkOption.NOFOLLOW_LINKS));
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private void leaveStaleSocket(String name) throws IOException {
        try (var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(directory.resolve(name)));
        }
        assertThat(directory.resolve(name)).exists();
    }
}
