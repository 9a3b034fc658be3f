package dev.stowage.cli.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.cli.Main;
import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.registration.v1.RegistrationGrpc.RegistrationBlockingStub;
import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.testing.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The driver as a separate process, because its exit is tested.
class DriverRegistrationTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String SEEN_BY_THE_KUBELET = "/var/lib/kubelet/plugins/local.stowage.dev/csi.sock";

    @TempDir
    private Path home;

    private final List<Process> begun = new ArrayList<>();

    @AfterEach
    void end() {
        begun.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @Test
    void theKubeletLearnsOfTheDriverAndItsHealthStandsAtBothPages() throws Exception {
        int own = FreePort.next();
        int page = FreePort.next();
        Files.createDirectory(home.resolve("registration"));
        Process driver = start("--health-port=" + own, "--http-endpoint=127.0.0.1:" + page);
        await().atMost(SOON).until(() -> Files.exists(registration()));

        PluginInfo info = asKubelet(kubelet -> kubelet.getInfo(InfoRequest.getDefaultInstance()));
        assertThat(info.getName()).isEqualTo("local.stowage.dev");
        assertThat(info.getEndpoint()).isEqualTo(SEEN_BY_THE_KUBELET);
        // A check times out after one to three seconds, which may be too short on a busy machine.
        await().atMost(SOON).until(() -> healthAt(own) == 200);
        await().atMost(SOON).until(() -> healthAt(page) == 200);

        Files.delete(registration());
        await().atMost(SOON).until(() -> healthAt(own) == 404);
        await().atMost(SOON).until(() -> healthAt(page) == 500);

        driver.destroy();
        driver.waitFor();
        assertThat(home.resolve("csi.sock")).doesNotExist();
    }

    @Test
    void theRegistrationGoesWithTheDriver() throws Exception {
        Files.createDirectory(home.resolve("registration"));
        Process driver = start();
        await().atMost(SOON).until(() -> Files.exists(registration()));
        driver.destroy();
        driver.waitFor();
        assertThat(registration()).doesNotExist();
    }

    @Test
    void aRefusalOfTheKubeletEndsTheDriverWithItsReason() throws Exception {
        Files.createDirectory(home.resolve("registration"));
        Process driver = start();
        await().atMost(SOON).until(() -> Files.exists(registration()));
        var no = RegistrationStatus.newBuilder().setError("not today").build();
        var _ = asKubelet(kubelet -> kubelet.notifyRegistrationStatus(no));
        assertThat(driver.waitFor()).isEqualTo(1);
        assertThat(log()).contains("not today");
        assertThat(registration()).doesNotExist();
    }

    @Test
    void withoutTheKubeletsDirectoryTheDriverSaysSoAndEnds() throws Exception {
        assertThat(start().waitFor()).isEqualTo(1);
        assertThat(log()).contains("registration directory " + home.resolve("registration") + " does not exist");
        assertThat(home.resolve("csi.sock")).doesNotExist();
    }

    private Process start(String... flags) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "driver",
                "--backend=directory",
                "--endpoint=unix://" + home.resolve("csi.sock"),
                "--node-id=node-1",
                "--data=" + home.resolve("data"),
                "--kubelet-registration-path=" + SEEN_BY_THE_KUBELET,
                "--plugin-registration-path=" + home.resolve("registration")));
        line.addAll(List.of(flags));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile())
                .start();
        begun.add(process);
        return process;
    }

    private String log() throws IOException {
        return Files.readString(home.resolve("log"));
    }

    private Path registration() {
        return home.resolve("registration/local.stowage.dev-reg.sock");
    }

    private <T> T asKubelet(Function<RegistrationBlockingStub, T> call) {
        try (SocketClient client = SocketClient.connect(new CsiEndpoint(registration()), ClientOptions.defaults())) {
            return call.apply(RegistrationGrpc.newBlockingStub(client.channel()));
        }
    }

    private static int healthAt(int port) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/healthz"))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
