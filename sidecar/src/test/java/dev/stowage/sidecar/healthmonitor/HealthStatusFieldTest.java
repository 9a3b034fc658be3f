package dev.stowage.sidecar.healthmonitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.HealthFinding;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthStatusFieldTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00.5Z");
    private static final HealthState ILL =
            new HealthState.Unhealthy("…", List.of(new HealthFinding("Degraded", "Slow", "x".repeat(2000))));

    private static PersistentVolumeClaim claim(String status) throws IOException {
        return PersistentVolumeClaim.read(Json.read(("{'metadata': {'name': 'c'}, 'status': {" + status + "}}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void troubleIsWrittenWithItsTimeAndCutToWhatFits() throws Exception {
        Patch patch = HealthStatusField.change(claim(""), ILL, NOW).orElseThrow();

        assertThat(patch.subresource()).isEqualTo("status");
        var field = patch.body().path("status").path("healthStatus");
        assertThat(field.path("lastTransitionTime").asText()).isEqualTo("2026-01-01T12:00:00Z");
        assertThat(field.path("healthConditions")).hasSize(1);
        assertThat(field.path("healthConditions").path(0).path("status").asText())
                .isEqualTo("Degraded");
        assertThat(field.path("healthConditions").path(0).path("reason").asText())
                .isEqualTo("Slow");
        assertThat(field.path("healthConditions").path(0).path("message").asText())
                .hasSize(1024);
    }

    @Test
    void theSameTroubleIsNotWrittenAgain() throws Exception {
        PersistentVolumeClaim told = claim("'healthStatus': {'lastTransitionTime': 'x', 'healthConditions':"
                + " [{'status': 'Degraded', 'reason': 'Slow', 'message': '" + "x".repeat(1024) + "'}]}");

        assertThat(HealthStatusField.change(told, ILL, NOW)).isEmpty();
        assertThat(HealthStatusField.change(told, new HealthState.Healthy(), NOW))
                .hasValueSatisfying(patch -> assertThat(
                                patch.body().path("status").path("healthStatus").isNull())
                        .isTrue());
    }

    @Test
    void nothingIsWrittenOfTheHealthyNorOfDriversThatOnlyHaveASentence() throws Exception {
        assertThat(HealthStatusField.change(claim(""), new HealthState.Healthy(), NOW))
                .isEmpty();
        assertThat(HealthStatusField.change(claim(""), new HealthState.Unhealthy("bad", List.of()), NOW))
                .isEmpty();
    }
}
