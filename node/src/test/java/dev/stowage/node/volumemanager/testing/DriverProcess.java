package dev.stowage.node.volumemanager.testing;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.driver.LocalProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The local driver in its own Java process.
public final class DriverProcess implements AutoCloseable {
    private final Path home;
    private final List<String> flags;
    private Process process;

    public DriverProcess(Path home, List<String> flags) throws IOException, InterruptedException {
        this.home = Files.createDirectories(home);
        this.flags = List.copyOf(flags);
        this.process = launch();
        awaitListening();
    }

    public Path socket() {
        return home.resolve("csi.sock");
    }

    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    public void restart() throws IOException, InterruptedException {
        kill();
        process = launch();
        awaitListening();
    }

    private Process launch() throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--endpoint=unix://" + socket(),
                "--node-id=n1",
                "--data=" + home.resolve("data")));
        line.addAll(flags);
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("driver.log").toFile()))
                .start();
    }

    private void awaitListening() throws IOException, InterruptedException {
        try (SocketClient client = SocketClient.connect(
                new CsiEndpoint(socket()), ClientOptions.defaults().withMaxReconnectDelay(Duration.ofMillis(50)))) {
            if (!client.awaitConnected(Duration.ofSeconds(60))) {
                throw new IOException("the driver says:\n" + Files.readString(home.resolve("driver.log")));
            }
        }
    }

    /// Stops it with a signal first, so that it unmounts its pool.
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        }
    }

    static final class Main {
        private Main() {}

        public static void main(String[] args) throws IOException {
            Runtime.getRuntime().halt(LocalProgram.run(List.of(args)));
        }
    }
}
