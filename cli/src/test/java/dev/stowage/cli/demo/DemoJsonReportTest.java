package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DemoJsonReportTest {
    private static final DemoStep STEP = new DemoStep("read", "A pod reads", () -> "");

    @Test
    void itTellsTimesAndEvidence() throws IOException {
        JsonNode document =
                read(DemoJsonReport.of(List.of(StepResult.passed(STEP, Duration.ofMillis(7), "4 MiB")), 1, ""));
        assertThat(document.path("kept").asBoolean()).isTrue();
        assertThat(document.path("millis").asLong()).isEqualTo(7);
        assertThat(document.has("kubeconfig")).isFalse();
        assertThat(document.at("/results/0/name").asText()).isEqualTo("read");
        assertThat(document.at("/results/0/evidence").asText()).isEqualTo("4 MiB");
    }

    @Test
    void aDemoThatStoppedEarlyIsNotKept() throws IOException {
        StepResult kept = StepResult.passed(STEP, Duration.ofMillis(7), "");
        StepResult broken = StepResult.failed(STEP, Duration.ofMillis(9), "this", "that");
        assertThat(read(DemoJsonReport.of(List.of(kept), 2, "")).path("kept").asBoolean())
                .isFalse();
        JsonNode document = read(DemoJsonReport.of(List.of(kept, broken), 2, "/tmp/k"));
        assertThat(document.path("kept").asBoolean()).isFalse();
        assertThat(document.path("kubeconfig").asText()).isEqualTo("/tmp/k");
        assertThat(document.at("/results/1/expected").asText()).isEqualTo("this");
        assertThat(document.at("/results/1/seen").asText()).isEqualTo("that");
    }

    private static JsonNode read(String text) throws IOException {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
