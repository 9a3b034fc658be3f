package dev.stowage.examples.hello;

import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The example driver in its own JVM, so that it can be killed.
record HelloProcess(Path socket, @Nullable Process process) {

    static final HelloProcess NONE = new HelloProcess(Path.of("/nowhere"), null);

    static HelloProcess start(Path scratch) throws IOException {
        Path socket = scratch.resolve("csi.sock");
        HelloProcess started = new HelloProcess(socket, launch(scratch, socket));
        try (SocketClient client = SocketClient.connect(
                new CsiEndpoint(socket), ClientOptions.defaults().withMaxReconnectDelay(Duration.ofMillis(50)))) {
            await().until(() -> client.awaitConnected(Duration.ofMillis(200)));
        }
        return started;
    }

    static Process launch(Path scratch, Path socket) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HelloDriver.class.getName(),
                        "--endpoint=unix://" + socket,
                        "--node-id=node-1",
                        "--data=" + scratch.resolve("data")))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        scratch.resolve("hello.log").toFile()))
                .start();
    }

    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /// Asks it to end, and returns its exit status.
    int terminate() throws InterruptedException {
        if (process == null) {
            throw new IllegalStateException("nothing was started");
        }
        process.destroy();
        return process.waitFor();
    }
}
