package dev.stowage.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.model.Kinds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlProgramTest {

    @ParameterizedTest
    @ValueSource(strings = {"persistentvolume-binder-controller", "*"})
    void programThatLeadsBindsAClaim(String controllers, @TempDir Path folder) throws Exception {
        try (ControllerFixture fixture = new ControllerFixture(folder)) {
            var out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
            var environment =
                    new Environment(Map.of(), "host", "1", out, (_, _) -> {}, folder.resolve("termination-log"));
            Thread program = Thread.ofPlatform().start(() -> run(folder, controllers, environment));
            try {
                fixture.create(Kinds.VOLUMES, "", """
                        {"metadata": {"name": "v"}, "spec": {"capacity": {"storage": "1Gi"},
                         "accessModes": ["ReadWriteOnce"], "csi": {"driver": "d", "volumeHandle": "h"}}}""");
                fixture.create(Kinds.CLAIMS, "default", """
                        {"metadata": {"name": "a"}, "spec": {"resources": {"requests": {"storage": "1Gi"}},
                         "accessModes": ["ReadWriteOnce"]}}""");
                await().atMost(Duration.ofSeconds(60)).until(() -> {
                    JsonNode claim = fixture.get(Kinds.CLAIMS, "default", "a");
                    return claim.path("status").path("phase").asText().equals("Bound");
                });
                JsonNode lease = fixture.get(Kinds.LEASES, "default", "stowage-control");
                assertThat(lease.path("spec").path("holderIdentity").asText()).startsWith("host");
            } finally {
                program.interrupt();
                program.join();
            }
        }
    }

    private static void run(Path folder, String controllers, Environment environment) {
        try {
            ControlProgram.run(
                    List.of(
                            "--kubeconfig=" + folder.resolve("kubeconfig"),
                            "--controllers=" + controllers,
                            "--leader-election",
                            "--leader-election-namespace=default"),
                    environment);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            // The test is done.
        }
    }
}
