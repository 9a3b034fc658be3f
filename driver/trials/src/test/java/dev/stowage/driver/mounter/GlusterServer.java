package dev.stowage.driver.mounter;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// A server of GlusterFS with one volume, replicated to two bricks on this machine. It runs in a mount namespace of its
/// own, where its directories are empty; its port is the only trace outside.
public final class GlusterServer implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int PORT = 24007;
    private static final String VOLUME = "stowage";

    private final Container container;
    private final Path folder;

    private GlusterServer(Container container, Path folder) {
        this.container = container;
        this.folder = folder;
    }

    /// @param folder gets the bricks
    public static GlusterServer start(Path folder) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/glusterd")), "glusterfs-server is not installed");
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel offers no FUSE");
        assumeTrue(isFree(), "another glusterd runs on this machine");
        Container container = Container.start();
        GlusterServer server = new GlusterServer(container, Files.createDirectories(folder));
        try {
            container.leaveTemporaryMounts();
            server.startDaemon();
            server.createVolume();
            return server;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static boolean isFree() {
        try (ServerSocket socket = new ServerSocket(PORT, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private void startDaemon() throws IOException {
        for (String place : List.of("/run", "/var/log/glusterfs", "/var/lib/glusterd")) {
            container.run("mount", "-t", "tmpfs", "stowage-test", place);
        }
        // It goes into the background when it can be asked.
        container.run("glusterd", "--log-level=ERROR");
    }

    private void createVolume() throws IOException {
        gluster("volume", "create", VOLUME, "replica", "2", "127.0.0.2:" + brick(1), "127.0.0.3:" + brick(2), "force");
        gluster("volume", "start", VOLUME);
    }

    private Path brick(int number) throws IOException {
        return Files.createDirectories(folder.resolve("brick-" + number));
    }

    private void gluster(String... words) throws IOException {
        container.run(concat(List.of("gluster", "--mode=script"), List.of(words)));
    }

    private static String[] concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toArray(String[]::new);
    }

    /// The JSON of a source.
    public String source() {
        return "{\"type\": \"glusterfs\", \"servers\": [\"127.0.0.1\"], \"volume\": \"%s\"}".formatted(VOLUME);
    }

    void killBrick(int number) throws IOException {
        String name = brick(number).toString();
        List<ProcessHandle> found = container.processes().stream()
                .filter(process -> commandLine(process).contains("--brick-name\0" + name))
                .toList();
        found.forEach(ProcessHandle::destroyForcibly);
        await().atMost(DEADLINE).until(() -> !found.isEmpty() && found.stream().noneMatch(ProcessHandle::isAlive));
    }

    void restartBricks() throws IOException {
        gluster("volume", "start", VOLUME, "force");
    }

    static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    /// After the clients have ended.
    @Override
    public void close() throws IOException {
        container.processes().forEach(ProcessHandle::destroyForcibly);
        container.close();
    }
}
