package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.protocol.MessageChannel;
import dev.stowage.driver.mounter.protocol.MounterRequest;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers requests on a Unix socket that only its owner can open. One request per connection; connections, lines and
/// waiting times are bounded.
final class MounterServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MounterServer.class);
    private static final int CONNECTIONS = 64;
    private static final int BACKLOG = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path socket;
    private final ServerSocketChannel listening;
    private final MounterCalls calls;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            CONNECTIONS,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("mounter-call-", 0).factory());

    private MounterServer(Path socket, ServerSocketChannel listening, MounterCalls calls) {
        this.socket = socket;
        this.listening = listening;
        this.calls = calls;
    }

    static MounterServer open(Path socket, MounterCalls calls) throws IOException {
        Path parent = socket.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        // Nobody else can open it in a directory of mode 0700 while it still has the permissions of the umask.
        Path hidden = Files.createTempDirectory(parent, ".m");
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Path made = hidden.resolve("s");
            channel.bind(UnixDomainSocketAddress.of(made), BACKLOG);
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
            Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            channel.close();
            throw new IOException("cannot listen at %s: %s".formatted(socket, e.getMessage()), e);
        } finally {
            Files.deleteIfExists(hidden.resolve("s"));
            Files.delete(hidden);
        }
        MounterServer server = new MounterServer(socket, channel, calls);
        Thread.ofPlatform().daemon().name("mounter-accept").start(server::accept);
        return server;
    }

    private void accept() {
        while (true) {
            try {
                SocketChannel connection = listening.accept();
                try {
                    threads.execute(() -> serve(connection));
                } catch (RejectedExecutionException e) {
                    connection.close(); // too many clients: this one tries again
                }
            } catch (AsynchronousCloseException e) {
                return;
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                log.warn("Cannot accept a connection: {}", e.getMessage());
            }
        }
    }

    private void serve(SocketChannel connection) {
        try (MessageChannel channel = MessageChannel.over(connection)) {
            String line = channel.read(PATIENCE);
            var request = MounterRequest.parse(line);
            if (request.isEmpty()) {
                channel.write(
                        "error this mounter understands " + MounterRequest.VERSION + " only, and not this request",
                        PATIENCE);
                return;
            }
            try {
                calls.answer(request.get(), channel);
            } catch (IOException e) {
                channel.write("error " + e.getMessage(), PATIENCE);
            }
        } catch (IOException e) {
            log.debug("A connection ended: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
        Files.deleteIfExists(socket);
    }
}
