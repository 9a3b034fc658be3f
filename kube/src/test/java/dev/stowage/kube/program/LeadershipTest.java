package dev.stowage.kube.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.ClusterInATest;
import dev.stowage.kube.election.LeaseTimes;
import dev.stowage.kube.event.EventRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeadershipTest {
    /// A machine that stands still for a while must not end a term.
    private static final LeaseTimes LONG =
            new LeaseTimes(Duration.ofMinutes(3), Duration.ofMinutes(2), Duration.ofMillis(100));

    @Test
    void theLeaseTellsWhoBecameLeaderAndWhoStopped(@TempDir Path folder) throws IOException, InterruptedException {
        try (ClusterInATest cluster = new ClusterInATest(folder, 0)) {
            var leadership = new Leadership(
                    cluster.api(),
                    component -> new EventRecorder(
                            cluster.api(), component, "", InstantSource.system(), Duration.ofMinutes(1)),
                    new LeaseOptions(true, "default", LONG, Map.of()),
                    Map.of("the-lease", List.of()),
                    "pod.example",
                    new PrometheusRegistry(),
                    _ -> {},
                    new Ending(Duration.ofSeconds(1)));
            leadership.start();
            await().until(() -> events(cluster).contains("LeaderElection: pod-example became leader"));
            leadership.close();
            assertThat(events(cluster))
                    .containsExactlyInAnyOrder(
                            "LeaderElection: pod-example became leader", "LeaderElection: pod-example stopped leading");
        }
    }

    private static List<String> events(ClusterInATest cluster) throws IOException, InterruptedException {
        List<String> told = new ArrayList<>();
        for (JsonNode event :
                cluster.api().read("/api/v1/namespaces/default/events").path("items")) {
            assertThat(event.at("/involvedObject/kind").asText()).isEqualTo("Lease");
            assertThat(event.at("/involvedObject/name").asText()).isEqualTo("the-lease");
            assertThat(event.at("/source/component").asText()).isEqualTo("the-lease/pod.example");
            told.add(
                    event.path("reason").asText() + ": " + event.path("message").asText());
        }
        return told;
    }
}
