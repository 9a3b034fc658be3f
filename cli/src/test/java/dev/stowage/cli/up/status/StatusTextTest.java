package dev.stowage.cli.up.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.status.UpStatus.NodeSummary;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StatusTextTest {

    private static UpStatus upStatus() {
        return new UpStatus(
                Path.of("/data"),
                new UpInstance(7, 1, Instant.EPOCH, Optional.empty(), "https://127.0.0.1:6443", true),
                Duration.ofMinutes(3),
                200L << 20,
                List.of(new NodeSummary("node-1", true, List.of("a.b", "c.d"), 1)),
                PhaseCount.of(Stream.of("Bound", "Released", "Bound")),
                PhaseCount.of(Stream.of("Running", "")));
    }

    @Test
    void peopleReadWhatRunsAndWhatItTakes() {
        assertThat(new StatusText(upStatus()).lines())
                .containsExactly(
                        "Running in /data for 3 min: process 7, 200 MiB resident.",
                        "  API          https://127.0.0.1:6443",
                        "  node         node-1, ready, a.b, c.d, 1 pod",
                        "  volumes      3 (2 Bound, 1 Released)",
                        "  pods         2 (1 Pending, 1 Running)",
                        "  kubeconfig   /data/kubeconfig");
    }

    @Test
    void programsReadTheSame() {
        var json = new StatusText(upStatus()).json();
        assertThat(json.path("running").asBoolean()).isTrue();
        assertThat(json.path("residentBytes").asLong()).isEqualTo(200L << 20);
        assertThat(json.path("volumes").path("Bound").asInt()).isEqualTo(2);
        assertThat(json.path("nodes").path(0).path("drivers")).hasSize(2);
    }

    @Test
    void aSpanIsAsLongAsItSounds() {
        assertThat(StatusText.span(Duration.ofSeconds(119))).isEqualTo("119 s");
        assertThat(StatusText.span(Duration.ofMinutes(119))).isEqualTo("119 min");
        assertThat(StatusText.span(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    }
}
