package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PodWorkerTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private PodWorkerFixture stage;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        // Time stands still, so that no writing is due for having waited for long.
        stage = new PodWorkerFixture(folder, InstantSource.fixed(Instant.now()));
        stage.begin();
    }

    @AfterEach
    void end() throws IOException {
        stage.close();
    }

    @Test
    void aPodRunsAndIsReadyAfterTwoWrites() throws Exception {
        var told = new CountDownLatch(1);
        stage.runtime.prepareAfter(told);
        stage.pod("a", "\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]");
        // A pod that is quicker than the first writing needs one only.
        stage.await("a", now -> now.has("startTime"));
        told.countDown();

        stage.awaitReady("a");

        JsonNode status = stage.status("a");
        assertThat(status.path("phase").asText()).isEqualTo("Running");
        assertThat(status.path("hostIP").asText()).isEqualTo("192.0.2.7");
        JsonNode container = status.path("containerStatuses").path(0);
        assertThat(container.path("state").has("running")).isTrue();
        assertThat(container.path("containerID").asText()).isEqualTo("memory://c1");
        assertThat(container.path("imageID").asText()).isEqualTo("id of i");
        stage.awaitSeen("Running");
        assertThat(stage.statuses())
                .as("as it was made, as it begins, as it runs")
                .hasSize(3);
        assertThat(stage.statuses()
                        .get(1)
                        .path("containerStatuses")
                        .path(0)
                        .path("state")
                        .path("waiting")
                        .path("reason")
                        .asText())
                .isEqualTo("ContainerCreating");
    }

    @Test
    void aPodThatHasDoneItsWorkHasSucceededAndNothingIsLeftOfIt() throws Exception {
        stage.pod("a", "\"restartPolicy\": \"Never\", \"containers\": [{\"name\": \"c\", \"image\": \"i\"}]");
        stage.awaitReady("a");

        stage.runtime.end("c", 0);

        stage.awaitPhase("a", "Succeeded");
        JsonNode state = stage.status("a")
                .path("containerStatuses")
                .path(0)
                .path("state")
                .path("terminated");
        assertThat(state.path("exitCode").asInt()).isZero();
        assertThat(state.path("reason").asText()).isEqualTo("Completed");
        stage.awaitCall("removePod a");
        stage.awaitVolumes("release");
    }

    @Test
    void aPodIsDeletedInOrder() throws Exception {
        NodePod pod = stage.pod("a", "\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]");
        stage.awaitReady("a");
        stage.awaitSeen("Running");
        int before = stage.statuses().size();

        stage.delete(pod, 30);

        stage.awaitGone("a");
        assertThat(stage.runtime.calls()).containsSequence("stop c", "removePod a");
        assertThat(stage.volumes.calls()).endsWith("release");
        stage.awaitSeen("Failed");
        assertThat(stage.statuses().subList(before, stage.statuses().size())).hasSize(1);
        assertThat(stage.statuses()
                        .getLast()
                        .path("containerStatuses")
                        .path(0)
                        .path("state")
                        .path("terminated")
                        .path("exitCode")
                        .asInt())
                .isEqualTo(143);
    }
}
