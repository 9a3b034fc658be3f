package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PodLifecycleTest {
    private static final String ONE = "\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]";

    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private PodWorkerFixture fixture;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        fixture = new PodWorkerFixture(folder);
    }

    @AfterEach
    void end() throws IOException {
        fixture.close();
    }

    @Test
    void containersBeginInOrderAndSidecarsEndLast() throws Exception {
        fixture.begin();
        NodePod pod = fixture.pod("a", """
                "initContainers": [{"name": "i", "image": "x"},
                                   {"name": "s", "image": "x", "restartPolicy": "Always"}],
                "containers": [{"name": "c", "image": "x"}, {"name": "d", "image": "x"}]""");
        fixture.awaitCall("start i/0");
        assertThat(fixture.runtime.calls()).doesNotContain("start s/0");

        fixture.runtime.end("i", 0);
        fixture.awaitReady("a");
        fixture.delete(pod, 5);
        fixture.awaitGone("a");

        assertThat(fixture.runtime.calls())
                .containsSubsequence("prepare a", "start i/0", "start s/0", "start c/0", "start d/0");
        assertThat(fixture.runtime.calls()).containsSubsequence("stop c", "stop s", "removePod a");
        assertThat(fixture.runtime.calls()).containsSubsequence("stop d", "stop s", "removePod a");
    }

    @Test
    void aContainerThatFailsBeginsAnewAndThenWaits() throws Exception {
        fixture.begin();
        fixture.pod("a", ONE);
        fixture.awaitReady("a");

        fixture.runtime.end("c", 3);
        fixture.awaitCall("start c/1");
        fixture.runtime.end("c", 4);

        JsonNode status = fixture.await(
                "a",
                now -> now.at("/containerStatuses/0/state/waiting/reason")
                        .asText()
                        .equals("CrashLoopBackOff"));
        assertThat(status.at("/containerStatuses/0/restartCount").asInt()).isEqualTo(1);
        assertThat(status.at("/containerStatuses/0/lastState/terminated/exitCode")
                        .asInt())
                .isEqualTo(4);
        assertThat(status.path("phase").asText()).isEqualTo("Running");
        Awaitility.await().until(() -> fixture.events().stream().anyMatch(event -> event.startsWith("BackOff: ")));
    }

    @Test
    void aHookIsAskedBeforeTheEnd() throws Exception {
        fixture.begin();
        NodePod pod = fixture.pod("a", """
                "containers": [{"name": "c", "image": "i",
                    "lifecycle": {"postStart": {"exec": {"command": ["hello"]}},
                                  "preStop": {"exec": {"command": ["bye"]}}}}]""");
        fixture.awaitCall("execute c hello");
        fixture.awaitReady("a");

        // The hook runs only as long as there is time left.
        fixture.delete(pod, 60);
        fixture.awaitGone("a");

        assertThat(fixture.runtime.calls()).containsSubsequence("execute c bye", "stop c", "removePod a");
    }

    @Test
    void aPodWaitsForItsVolumesAndIsDeletedWithoutThem() throws Exception {
        fixture.volumes.hold();
        fixture.begin();
        NodePod pod = fixture.pod("a", ONE);
        fixture.awaitCall("prepare a");

        fixture.delete(pod, 5);
        fixture.awaitVolumes("release");
        assertThat(fixture.apiServer.api().find(NodePod.KIND, "default", "a"))
                .as("its volumes are not gone")
                .isPresent();
        fixture.volumes.letGo(pod.uid());

        fixture.awaitGone("a");
        assertThat(fixture.runtime.calls()).noneMatch(call -> call.startsWith("start"));
    }

    @Test
    void whatRunsIsFoundAgain() throws Exception {
        fixture.begin();
        fixture.pod("a", ONE);
        NodePod deleted = fixture.pod("b", "\"containers\": [{\"name\": \"e\", \"image\": \"i\"}]");
        NodePod forgotten = fixture.pod("z", "\"containers\": [{\"name\": \"f\", \"image\": \"i\"}]");
        fixture.awaitReady("a");
        fixture.awaitReady("b");
        fixture.awaitReady("z");
        fixture.end();
        fixture.volumes.calls().clear();
        fixture.runtime.calls().clear();
        fixture.delete(deleted, 3);
        fixture.delete(forgotten, 0);

        fixture.begin();

        assertThat(fixture.volumes.calls()).contains("complete");
        fixture.awaitGone("b");
        fixture.awaitCall("removePod z");
        assertThat(fixture.runtime.calls()).contains("stop e", "stop f").noneMatch(call -> call.startsWith("start"));
        assertThat(fixture.status("a").at("/containerStatuses/0/restartCount").asInt())
                .isZero();
        fixture.runtime.end("c", 1);
        fixture.awaitCall("start c/1");
    }

    @Test
    void aContainerIsReadyWhenItsProbeSaysSo() throws Exception {
        var good = new AtomicBoolean();
        fixture.runtime.onCommand((_, _) -> new ExecResult(good.get() ? 0 : 1, "not yet"));
        fixture.begin();
        fixture.pod("a", """
                "containers": [{"name": "c", "image": "i", "readinessProbe":
                    {"exec": {"command": ["ok"]}, "periodSeconds": 1}}]""");
        fixture.awaitCall("execute c ok");
        JsonNode before =
                fixture.await("a", now -> now.at("/containerStatuses/0/state").has("running"));
        assertThat(before.at("/containerStatuses/0/ready").asBoolean()).isFalse();
        Awaitility.await().until(() -> fixture.events().contains("Unhealthy: Readiness probe failed: not yet"));

        good.set(true);

        fixture.awaitReady("a");
    }

    @Test
    void aContainerThatIsNotAliveBeginsAnew() throws Exception {
        fixture.runtime.onCommand((_, _) -> new ExecResult(1, "dead"));
        fixture.begin();
        fixture.pod("a", """
                "containers": [{"name": "c", "image": "i", "livenessProbe":
                    {"exec": {"command": ["ok"]}, "periodSeconds": 1, "failureThreshold": 1}}]""");

        fixture.awaitCall("start c/1");

        assertThat(fixture.runtime.calls()).containsSubsequence("start c/0", "execute c ok", "stop c", "start c/1");
    }

    @Test
    void whatAContainerRefersToHasToBeThere() throws Exception {
        fixture.begin();
        fixture.pod("a", """
                "containers": [{"name": "c", "image": "i", "env": [{"name": "V", "valueFrom":
                    {"configMapKeyRef": {"name": "m", "key": "k"}}}]}]""");
        JsonNode status = fixture.await(
                "a", now -> now.at("/containerStatuses/0/state/waiting").has("message"));
        assertThat(status.at("/containerStatuses/0/state/waiting/reason").asText())
                .isEqualTo("CreateContainerConfigError");
        assertThat(status.at("/containerStatuses/0/state/waiting/message").asText())
                .isEqualTo("configmap \"m\" not found");

        fixture.apiServer.create(
                Kinds.CONFIG_MAPS, "default", "{\"metadata\":{\"name\":\"m\"},\"data\":{\"k\":\"w\"}}");

        fixture.awaitReady("a");
        assertThat(fixture.runtime.plans().getLast().environment()).containsEntry("V", "w");
    }

    @Test
    void theLastWordsOfAContainerAreTold() throws Exception {
        fixture.begin();
        fixture.pod("a", "\"restartPolicy\": \"Never\", " + ONE);
        fixture.awaitReady("a");
        ContainerStartSpec plan = fixture.runtime.plans().getLast();
        Files.writeString(plan.mounts().getLast().source(), "so long");

        fixture.runtime.end("c", 7);

        fixture.awaitPhase("a", "Failed");
        assertThat(plan.mounts().getLast().target()).isEqualTo("/dev/termination-log");
        assertThat(fixture.status("a")
                        .at("/containerStatuses/0/state/terminated/message")
                        .asText())
                .isEqualTo("so long");
    }

    @Test
    void imagesAreReportedAsPulledOrPresentInTheWordsOfTheKubelet() throws Exception {
        fixture.begin();
        fixture.pod("a", """
                "containers": [{"name": "c", "image": "new", "imagePullPolicy": "Always"},
                               {"name": "d", "image": "old", "imagePullPolicy": "IfNotPresent"}]""");

        fixture.awaitReady("a");
        Awaitility.await()
                .untilAsserted(() -> assertThat(fixture.events())
                        .contains(
                                "Pulling: Pulling image \"new\"",
                                "Pulled: Successfully pulled image \"new\" in 1.5s (1.5s including waiting). Image size: 7 bytes.",
                                "Pulled: Container image \"old\" already present on machine and can be accessed by the pod")
                        .noneMatch(event -> event.startsWith("ImageIgnored")));
    }
}
