package dev.stowage.sidecar.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.kube.endpoint.PageResponse;
import dev.stowage.sidecar.driver.ScriptedDriver;
import dev.stowage.sidecar.driver.ScriptedDriver.Answer;
import io.grpc.Status;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverProbeTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path dir;

    @Test
    void driverThatAnswersIsAlive() throws Exception {
        try (var driver = driver()) {
            assertThat(probe(LONG)).isEqualTo("200 ok");
            assertThat(driver.probes()).isOne();
        }
    }

    @Test
    void driverThatIsNotReadyIsNotAlive() throws Exception {
        try (var _ = driver(Answer.NOT_READY)) {
            assertThat(probe(LONG)).isEqualTo("500 driver responded but is not ready");
        }
    }

    @Test
    void failedProbeReturnsTheDriversReason() throws Exception {
        try (var _ = driver(Answer.failing(Status.FAILED_PRECONDITION.withDescription("no licence")))) {
            assertThat(probe(LONG)).startsWith("500 ").contains("no licence");
        }
    }

    @Test
    void driverWhoseSocketFileWasDeletedIsNotAlive() throws Exception {
        try (var _ = driver()) {
            assertThat(probe(LONG)).isEqualTo("200 ok");
            Files.delete(dir.resolve("csi.sock"));
            assertThat(probe(Duration.ofMillis(300))).startsWith("500 cannot connect");
        }
    }

    @Test
    void driverThatComesBackIsAliveAgain() throws Exception {
        try (var _ = driver()) {
            assertThat(probe(LONG)).isEqualTo("200 ok");
        }
        assertThat(probe(Duration.ofMillis(300))).startsWith("500 ");
        try (var _ = driver()) {
            assertThat(probe(LONG)).isEqualTo("200 ok");
        }
    }

    private ScriptedDriver driver(Answer... script) throws Exception {
        return new ScriptedDriver(dir.resolve("csi.sock"), "scripted.example.com", List.of(script));
    }

    private String probe(Duration timeout) throws Exception {
        PageResponse pageResponse = new DriverProbe(
                        new CsiEndpoint(dir.resolve("csi.sock")), timeout, new PrometheusRegistry(), () -> "scripted")
                .answer(Map.of());
        return pageResponse.status() + " " + new String(pageResponse.body(), StandardCharsets.UTF_8);
    }
}
