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

    private PodWorkerFixture stage;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        stage = new PodWorkerFixture(folder);
    }

    @AfterEach
    void end() throws IOException {
        stage.close();
    }

    @Test
    void containersBeginInOrderAndSidecarsEndLast() throws Exception {
        stage.begin();
        NodePod pod = stage.pod("a", """
                "initContainers": [{"name": "i", "image": "x"},
                                   {"name": "s", "image": "x", "restartPolicy": "Always"}],
                "containers": [{"name": "c", "image": "x"}, {"name": "d", "image": "x"}]""");
        stage.awaitCall("start i/0");
        assertThat(stage.runtime.calls()).doesNotContain("start s/0");

        stage.runtime.end("i", 0);
        stage.awaitReady("a");
        stage.delete(pod, 5);
        stage.awaitGone("a");

        assertThat(stage.runtime.calls())
                .containsSubsequence("prepare a", "start i/0", "start s/0", "start c/0", "start d/0");
        assertThat(stage.runtime.calls()).containsSubsequence("stop c", "stop s", "removePod a");
        assertThat(stage.runtime.calls()).containsSubsequence("stop d", "stop s", "removePod a");
    }

    @Test
    void aContainerThatFailsBeginsAnewAndThenWaits() throws Exception {
        stage.begin();
        stage.pod("a", ONE);
        stage.awaitReady("a");

        stage.runtime.end("c", 3);
        stage.awaitCall("start c/1");
        stage.runtime.end("c", 4);

        JsonNode status = stage.await(
                "a",
                now -> now.at("/containerStatuses/0/state/waiting/reason")
                        .asText()
                        .equals("CrashLoopBackOff"));
        assertThat(status.at("/containerStatuses/0/restartCount").asInt()).isEqualTo(1);
        assertThat(status.at("/containerStatuses/0/lastState/terminated/exitCode")
                        .asInt())
                .isEqualTo(4);
        assertThat(status.path("phase").asText()).isEqualTo("Running");
        Awaitility.await().until(() -> stage.events().stream().anyMatch(event -> event.startsWith("BackOff: ")));
    }

    @Test
    void aHookIsAskedBeforeTheEnd() throws Exception {
        stage.begin();
        NodePod pod = stage.pod("a", """
                "containers": [{"name": "c", "image": "i",
                    "lifecycle": {"postStart": {"exec": {"command": ["hello"]}},
                                  "preStop": {"exec": {"command": ["bye"]}}}}]""");
        stage.awaitCall("execute c hello");
        stage.awaitReady("a");

        // The hook is asked only as long as there is time left.
        stage.delete(pod, 60);
        stage.awaitGone("a");

        assertThat(stage.runtime.calls()).containsSubsequence("execute c bye", "stop c", "removePod a");
    }

    @Test
    void aPodWaitsForItsVolumesAndIsDeletedWithoutThem() throws Exception {
        stage.volumes.hold();
        stage.begin();
        NodePod pod = stage.pod("a", ONE);
        stage.awaitCall("prepare a");

        stage.delete(pod, 5);
        stage.awaitVolumes("release");
        assertThat(stage.ground.api().find(NodePod.KIND, "default", "a"))
                .as("its volumes are not gone")
                .isPresent();
        stage.volumes.letGo(pod.uid());

        stage.awaitGone("a");
        assertThat(stage.runtime.calls()).noneMatch(call -> call.startsWith("start"));
    }

    @Test
    void whatRunsIsFoundAgain() throws Exception {
        stage.begin();
        stage.pod("a", ONE);
        NodePod deleted = stage.pod("b", "\"containers\": [{\"name\": \"e\", \"image\": \"i\"}]");
        NodePod forgotten = stage.pod("z", "\"containers\": [{\"name\": \"f\", \"image\": \"i\"}]");
        stage.awaitReady("a");
        stage.awaitReady("b");
        stage.awaitReady("z");
        stage.end();
        stage.volumes.calls().clear();
        stage.runtime.calls().clear();
        stage.delete(deleted, 3);
        stage.delete(forgotten, 0);

        stage.begin();

        assertThat(stage.volumes.calls()).contains("complete");
        stage.awaitGone("b");
        stage.awaitCall("removePod z");
        assertThat(stage.runtime.calls()).contains("stop e", "stop f").noneMatch(call -> call.startsWith("start"));
        assertThat(stage.status("a").at("/containerStatuses/0/restartCount").asInt())
                .isZero();
        stage.runtime.end("c", 1);
        stage.awaitCall("start c/1");
    }

    @Test
    void aContainerIsReadyWhenItsProbeSaysSo() throws Exception {
        var good = new AtomicBoolean();
        stage.runtime.onCommand((_, _) -> new ExecResult(good.get() ? 0 : 1, "not yet"));
        stage.begin();
        stage.pod("a", """
                "containers": [{"name": "c", "image": "i", "readinessProbe":
                    {"exec": {"command": ["ok"]}, "periodSeconds": 1}}]""");
        stage.awaitCall("execute c ok");
        JsonNode before =
                stage.await("a", now -> now.at("/containerStatuses/0/state").has("running"));
        assertThat(before.at("/containerStatuses/0/ready").asBoolean()).isFalse();
        Awaitility.await().until(() -> stage.events().contains("Unhealthy: Readiness probe failed: not yet"));

        good.set(true);

        stage.awaitReady("a");
    }

    @Test
    void aContainerThatIsNotAliveBeginsAnew() throws Exception {
        stage.runtime.onCommand((_, _) -> new ExecResult(1, "dead"));
        stage.begin();
        stage.pod("a", """
                "containers": [{"name": "c", "image": "i", "livenessProbe":
                    {"exec": {"command": ["ok"]}, "periodSeconds": 1, "failureThreshold": 1}}]""");

        stage.awaitCall("start c/1");

        assertThat(stage.runtime.calls()).containsSubsequence("start c/0", "execute c ok", "stop c", "start c/1");
    }

    @Test
    void whatAContainerRefersToHasToBeThere() throws Exception {
        stage.begin();
        stage.pod("a", """
                "containers": [{"name": "c", "image": "i", "env": [{"name": "V", "valueFrom":
                    {"configMapKeyRef": {"name": "m", "key": "k"}}}]}]""");
        JsonNode status = stage.await(
                "a", now -> now.at("/containerStatuses/0/state/waiting").has("message"));
        assertThat(status.at("/containerStatuses/0/state/waiting/reason").asText())
                .isEqualTo("CreateContainerConfigError");
        assertThat(status.at("/containerStatuses/0/state/waiting/message").asText())
                .isEqualTo("configmap \"m\" not found");

        stage.ground.create(Kinds.CONFIG_MAPS, "default", "{\"metadata\":{\"name\":\"m\"},\"data\":{\"k\":\"w\"}}");

        stage.awaitReady("a");
        assertThat(stage.runtime.plans().getLast().environment()).containsEntry("V", "w");
    }

    @Test
    void theLastWordsOfAContainerAreTold() throws Exception {
        stage.begin();
        stage.pod("a", "\"restartPolicy\": \"Never\", " + ONE);
        stage.awaitReady("a");
        ContainerStartSpec plan = stage.runtime.plans().getLast();
        Files.writeString(plan.mounts().getLast().source(), "so long");

        stage.runtime.end("c", 7);

        stage.awaitPhase("a", "Failed");
        assertThat(plan.mounts().getLast().target()).isEqualTo("/dev/termination-log");
        assertThat(stage.status("a")
                        .at("/containerStatuses/0/state/terminated/message")
                        .asText())
                .isEqualTo("so long");
    }
}
