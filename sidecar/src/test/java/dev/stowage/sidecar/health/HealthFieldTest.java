package dev.stowage.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthFieldTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00.5Z");
    private static final Health ILL =
            new Health.Ill("…", List.of(new Health.Finding("Degraded", "Slow", "x".repeat(2000))));

    private static PersistentVolumeClaim claim(String status) throws IOException {
        return PersistentVolumeClaim.read(Json.read(("{'metadata': {'name': 'c'}, 'status': {" + status + "}}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void troubleIsWrittenWithItsTimeAndCutToWhatFits() throws Exception {
        Patch patch = HealthField.change(claim(""), ILL, NOW).orElseThrow();

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

        assertThat(HealthField.change(told, ILL, NOW)).isEmpty();
        assertThat(HealthField.change(told, new Health.Well(), NOW))
                .hasValueSatisfying(patch -> assertThat(
                                patch.body().path("status").path("healthStatus").isNull())
                        .isTrue());
    }

    @Test
    void nothingIsWrittenOfTheHealthyNorOfDriversThatOnlyHaveASentence() throws Exception {
        assertThat(HealthField.change(claim(""), new Health.Well(), NOW)).isEmpty();
        assertThat(HealthField.change(claim(""), new Health.Ill("bad", List.of()), NOW))
                .isEmpty();
    }
}
