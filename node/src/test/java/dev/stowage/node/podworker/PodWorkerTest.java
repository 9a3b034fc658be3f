package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

    private PodWorkerFixture fixture;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        // The clock is fixed, so that no write becomes due because of its age.
        fixture = new PodWorkerFixture(folder, InstantSource.fixed(Instant.now()));
        fixture.begin();
    }

    @AfterEach
    void end() throws IOException {
        fixture.close();
    }

    @Test
    void aPodRunsAndIsReadyAfterTwoWrites() throws Exception {
        var told = new CountDownLatch(1);
        fixture.runtime.prepareAfter(told);
        fixture.pod("a", "\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]");
        // A pod that is faster than the first write needs only one.
        fixture.await("a", now -> now.has("startTime"));
        told.countDown();

        fixture.awaitReady("a");

        JsonNode status = fixture.status("a");
        assertThat(status.path("phase").asText()).isEqualTo("Running");
        assertThat(status.path("hostIP").asText()).isEqualTo("192.0.2.7");
        JsonNode container = status.path("containerStatuses").path(0);
        assertThat(container.path("state").has("running")).isTrue();
        assertThat(container.path("containerID").asText()).isEqualTo("memory://c1");
        assertThat(container.path("imageID").asText()).isEqualTo("id of i");
        fixture.awaitSeen("Running");
        assertThat(fixture.statuses())
                .as("as it was made, as it begins, as it runs")
                .hasSize(3);
        assertThat(fixture.statuses()
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
        fixture.pod("a", "\"restartPolicy\": \"Never\", \"containers\": [{\"name\": \"c\", \"image\": \"i\"}]");
        fixture.awaitReady("a");

        fixture.runtime.end("c", 0);

        fixture.awaitPhase("a", "Succeeded");
        JsonNode state = fixture.status("a")
                .path("containerStatuses")
                .path(0)
                .path("state")
                .path("terminated");
        assertThat(state.path("exitCode").asInt()).isZero();
        assertThat(state.path("reason").asText()).isEqualTo("Completed");
        fixture.awaitCall("removePod a");
        fixture.awaitVolumes("release");
    }

    @Test
    void aPodIsDeletedInOrder() throws Exception {
        NodePod pod = fixture.pod("a", "\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]");
        fixture.awaitReady("a");
        fixture.awaitSeen("Running");
        int before = fixture.statuses().size();

        fixture.delete(pod, 30);

        fixture.awaitGone("a");
        assertThat(fixture.runtime.calls()).containsSequence("stop c", "removePod a");
        assertThat(fixture.volumes.calls()).endsWith("release");
        fixture.awaitSeen("Failed");
        assertThat(fixture.statuses().subList(before, fixture.statuses().size()))
                .hasSize(1);
        assertThat(fixture.statuses()
                        .getLast()
                        .path("containerStatuses")
                        .path(0)
                        .path("state")
                        .path("terminated")
                        .path("exitCode")
                        .asInt())
                .isEqualTo(143);
    }

    @Test
    void aPodThatAsksForWhatTheNodeDoesNotGiveIsRejected() throws Exception {
        fixture.pod("a", """
                "securityContext": {"sysctls": [{"name": "kernel.msgmax", "value": "1"}]},
                "containers": [{"name": "c", "image": "i"}]""");

        fixture.awaitPhase("a", "Failed");

        JsonNode status = fixture.status("a");
        assertThat(status.path("reason").asText()).isEqualTo("SysctlForbidden");
        assertThat(status.path("message").asText())
                .isEqualTo("Pod was rejected: forbidden sysctl: \"kernel.msgmax\" not allowlisted");
        await().untilAsserted(() -> assertThat(fixture.events())
                .contains("SysctlForbidden: forbidden sysctl: \"kernel.msgmax\" not allowlisted"));
        assertThat(fixture.runtime.calls()).isEmpty();
    }

    @Test
    void aPodInItsOwnUserNamespaceHasNoSandbox() throws Exception {
        fixture.pod("a", """
                "hostUsers": false, "containers": [{"name": "c", "image": "i"}]""");

        await().untilAsserted(() -> assertThat(fixture.events())
                .contains("FailedCreatePodSandBox: Failed to create pod sandbox: can't set `spec.hostUsers: false`,"
                        + " runtime does not support user namespaces"));
        assertThat(fixture.status("a").path("phase").asText()).isEqualTo("Pending");
        assertThat(fixture.runtime.calls()).isEmpty();
    }

    @Test
    void aContainerThatAsksForWhatTheNodeDoesNotGiveIsNotCreated() throws Exception {
        fixture.pod("a", """
                "containers": [{"name": "c", "image": "i",
                                "securityContext": {"runAsNonRoot": true, "runAsUser": 0}}]""");

        JsonNode status = fixture.await(
                "a",
                now -> now.path("containerStatuses")
                        .path(0)
                        .path("state")
                        .path("waiting")
                        .path("reason")
                        .asText()
                        .equals("CreateContainerConfigError"));

        assertThat(status.toString()).contains("container's runAsUser breaks non-root policy");
    }
}
