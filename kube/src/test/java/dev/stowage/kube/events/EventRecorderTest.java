package dev.stowage.kube.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.TestCluster;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventRecorderTest {
    @TempDir
    private Path folder;

    @Test
    void anEventIsWrittenOnceAndThenCounted() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0)) {
            PersistentVolumeClaim claim = cluster.claim("c");
            try (EventRecorder events = recorder(cluster)) {
                events.normal(claim.reference(), "Provisioning", "at it");
                await().until(() -> list(cluster).size() == 1);
                events.normal(claim.reference(), "Provisioning", "at it");
                await().until(() -> list(cluster).get(0).path("count").asInt() == 2);
                events.warning(claim.reference(), "ProvisioningFailed", "x".repeat(5000));
            }
            JsonNode all = list(cluster);
            assertThat(all).hasSize(2);
            JsonNode first = all.get(0).path("reason").asText().equals("Provisioning") ? all.get(0) : all.get(1);
            assertThat(first.path("involvedObject").path("uid").asText())
                    .isEqualTo(claim.meta().uid());
            assertThat(first.path("source").path("component").asText()).isEqualTo("tester");
            assertThat(first.path("type").asText()).isEqualTo("Normal");
            JsonNode second = all.get(0).equals(first) ? all.get(1) : all.get(0);
            assertThat(second.path("message").asText()).hasSize(1024);
        }
    }

    @Test
    void theSameWordsInARowAreOneEventThatCountsThemAll() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0)) {
            PersistentVolumeClaim claim = cluster.claim("c");
            try (EventRecorder events = recorder(cluster)) {
                for (int i = 0; i < 20; i++) {
                    events.normal(claim.reference(), "Provisioning", "at it");
                }
            }
            JsonNode all = list(cluster);
            assertThat(all).hasSize(1);
            assertThat(all.get(0).path("count").asInt()).isEqualTo(20);
        }
    }

    /// A long grace period: a pause of the machine must not lose an event.
    private static EventRecorder recorder(TestCluster cluster) {
        return new EventRecorder(cluster.api(), "tester", "here", InstantSource.system(), Duration.ofMinutes(1));
    }

    private static JsonNode list(TestCluster cluster) throws IOException, InterruptedException {
        try (InputStream in = cluster.api().stream("/api/v1/namespaces/default/events")) {
            return Json.read(in.readAllBytes()).path("items");
        }
    }
}
