package dev.stowage.cli.up.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.up.run.Running;
import dev.stowage.cli.up.status.Status.NodeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StatusTextTest {

    private static Status status() {
        return new Status(
                Path.of("/data"),
                new Running(7, 1, Instant.EPOCH, "https://127.0.0.1:6443", true),
                Duration.ofMinutes(3),
                200L << 20,
                List.of(new NodeStatus("node-1", true, List.of("a.b", "c.d"), 1)),
                Tally.of(Stream.of("Bound", "Released", "Bound")),
                Tally.of(Stream.of("Running", "")));
    }

    @Test
    void peopleReadWhatRunsAndWhatItTakes() {
        assertThat(new StatusText(status()).lines())
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
        var json = new StatusText(status()).json();
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
