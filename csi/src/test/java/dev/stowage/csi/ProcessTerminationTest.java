package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ProcessTerminationTest {

    @TempDir
    private Path directory;

    /// The process under test: deletes a volume by waiting for a file.
    static final class Plugin {
        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            var ready = new CountDownLatch(1);
            try (var server = SocketServer.start(
                    new CsiEndpoint(folder.resolve("csi.sock")),
                    ServerOptions.defaults().withDrain(Duration.ofSeconds(60)),
                    TestPlugin.deleting((_, answer) -> {
                        await().atMost(Duration.ofSeconds(60)).until(() -> ready.getCount() == 0);
                        touch(folder.resolve("arrived"));
                        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(folder.resolve("go")));
                        TestPlugin.succeed(answer);
                    }))) {
                server.closeOnExit();
                ready.countDown();
                server.awaitClosed();
            }
        }
    }

    @Test
    void terminatedProcessFinishesTheCallThatIsRunning() throws Exception {
        Process plugin = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Plugin.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        var endpoint = new CsiEndpoint(directory.resolve("csi.sock"));
        var options = ClientOptions.defaults().withWaitForReady(true).withDeadline(Duration.ofSeconds(60));
        try (var client = SocketClient.connect(endpoint, options)) {
            var answer = ControllerGrpc.newFutureStub(client.channel())
                    .deleteVolume(DeleteVolumeRequest.getDefaultInstance());
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(directory.resolve("arrived")));

            plugin.destroy();
            await().atMost(Duration.ofSeconds(60)).until(() -> !Files.exists(endpoint.socket()));
            assertThat(plugin.isAlive()).isTrue();
            touch(directory.resolve("go"));

            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(DeleteVolumeResponse.getDefaultInstance());
            assertThat(plugin.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            plugin.destroyForcibly();
        }
    }

    private static void touch(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
