package dev.stowage.driver.process;

import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The driver in its own JVM, so that it can be killed. It can be started again on its data.
public final class LocalDriverProcess implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(60);

    /// Polling once a second, as clients do, would be most of the time of hundreds of starts.
    private static final Duration OFTEN = Duration.ofMillis(20);

    private final Path home;
    private final List<String> flags;
    private final ClassDataArchive fast;
    private Process process;

    private LocalDriverProcess(Path home, List<String> flags, ClassDataArchive fast) throws IOException {
        this.home = home;
        this.flags = flags;
        this.fast = fast;
        this.process = launch();
    }

    /// @param home where its socket, its log and its data go
    /// @param flags in addition to those that every driver needs
    public static LocalDriverProcess start(Path home, List<String> flags) throws IOException {
        return start(home, flags, ClassDataArchive.get());
    }

    static LocalDriverProcess start(Path home, List<String> flags, ClassDataArchive fast) throws IOException {
        LocalDriverProcess driver = new LocalDriverProcess(home, flags, fast);
        driver.awaitListening();
        return driver;
    }

    public Path socket() {
        return home.resolve("csi.sock");
    }

    public Path data() {
        return home.resolve("data");
    }

    public Path log() {
        return home.resolve("driver.log");
    }

    /// Sets what the driver does at which step of the next call; see `KillPoint`.
    public void order(String order) throws IOException {
        Path next = orders().resolveSibling("orders.new");
        Files.writeString(next, order);
        Files.move(next, orders(), StandardCopyOption.ATOMIC_MOVE);
    }

    public void withdrawOrder() throws IOException {
        Files.delete(orders());
    }

    private Path orders() {
        return home.resolve("orders");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// Kills it, and starts it again on the same data.
    public void restart() throws IOException {
        kill();
        process = launch();
        awaitListening();
    }

    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /// @return its exit status
    public int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /// Requests a graceful shutdown.
    public int terminate() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    private Process launch() throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Dstowage.kill-order=" + orders()));
        line.addAll(fast.options());
        line.addAll(List.of(
                "-cp",
                fast.classPath(),
                LocalDriverMain.class.getName(),
                "--endpoint=unix://" + socket(),
                "--node-id=node-1",
                "--data=" + data()));
        line.addAll(flags);
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private void awaitListening() throws IOException {
        try (SocketClient client = SocketClient.connect(
                new CsiEndpoint(socket()), ClientOptions.defaults().withMaxReconnectDelay(OFTEN))) {
            await().atMost(SOON)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> client.awaitConnected(Duration.ofMillis(200)) || !process.isAlive());
        }
        if (!process.isAlive()) {
            throw new IOException("the driver ended; its log says:\n" + Files.readString(log()));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
