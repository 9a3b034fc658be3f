package dev.stowage.kube.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.TestCluster;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.leaderelection.LeaseTimes;
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

class LeaderElectedRolesTest {
    /// A pause of the machine must not lose the lease.
    private static final LeaseTimes LONG =
            new LeaseTimes(Duration.ofMinutes(3), Duration.ofMinutes(2), Duration.ofMillis(100));

    @Test
    void theLeaseTellsWhoBecameLeaderAndWhoStopped(@TempDir Path folder) throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0)) {
            var leaderElectedRoles = new LeaderElectedRoles(
                    cluster.api(),
                    component -> new EventRecorder(
                            cluster.api(), component, "", InstantSource.system(), Duration.ofMinutes(1)),
                    new LeaderElectionOptions(true, "default", LONG, Map.of()),
                    Map.of("the-lease", List.of()),
                    "pod.example",
                    new PrometheusRegistry(),
                    _ -> {},
                    new ShutdownSignal(Duration.ofSeconds(1)));
            leaderElectedRoles.start();
            await().until(() -> events(cluster).contains("LeaderElection: pod-example became leader"));
            leaderElectedRoles.close();
            assertThat(events(cluster))
                    .containsExactlyInAnyOrder(
                            "LeaderElection: pod-example became leader", "LeaderElection: pod-example stopped leading");
        }
    }

    private static List<String> events(TestCluster cluster) throws IOException, InterruptedException {
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
