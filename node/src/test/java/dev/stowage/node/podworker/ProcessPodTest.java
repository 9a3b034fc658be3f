package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pods with real processes.
class ProcessPodTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private PodWorkerFixture fixture;
    private ProcessRuntime runtime;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        MountFixture.assumeRoot();
        fixture = new PodWorkerFixture(folder);
        runtime = new ProcessRuntime(folder.kubelet());
        fixture.begin(runtime);
    }

    @AfterEach
    void end() throws Exception {
        if (fixture != null) {
            fixture.close();
            for (RuntimePod pod : runtime.pods()) {
                runtime.removePod(pod);
            }
            runtime.close();
        }
    }

    @Test
    void aProcessSeesItsVolumeAndItsWordsAreTold() throws Exception {
        Path volume = folder.directory("volumes/v");
        Files.writeString(volume.resolve("in"), "through the volume");

        fixture.pod("a", """
                "restartPolicy": "Never", "automountServiceAccountToken": false,
                "volumes": [{"name": "v", "emptyDir": {}}],
                "containers": [{"name": "c", "image": "i", "volumeMounts": [{"name": "v", "mountPath": "/data"}],
                    "env": [{"name": "WHO", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}],
                    "command": ["sh", "-c",
                        "cat /data/in > /data/out; echo $WHO says; echo -n bye > /dev/termination-log; exit 3"]}]""");

        fixture.awaitPhase("a", "Failed");
        JsonNode terminated = fixture.status("a").at("/containerStatuses/0/state/terminated");
        assertThat(terminated.path("exitCode").asInt()).isEqualTo(3);
        assertThat(terminated.path("message").asText()).isEqualTo("bye");
        assertThat(volume.resolve("out")).hasContent("through the volume");
        Path logs = fixture.nodeContext.paths().logs();
        try (var files = Files.walk(logs)) {
            assertThat(files.filter(file -> file.endsWith("0.log")))
                    .singleElement()
                    .satisfies(file -> assertThat(Files.readString(file)).contains("a says"));
        }
    }

    @Test
    void aProcessOutlivesTheNodeAndEndsWithItsPod() throws Exception {
        NodePod pod = fixture.pod("a", """
                "automountServiceAccountToken": false,
                "containers": [{"name": "c", "image": "i", "command": ["sleep", "1000"],
                    "readinessProbe": {"exec": {"command": ["true"]}}}]""");
        fixture.awaitReady("a");
        String id = fixture.status("a").at("/containerStatuses/0/containerID").asText();
        fixture.end();
        runtime.close();

        runtime = new ProcessRuntime(folder.kubelet());
        fixture.begin(runtime);
        Awaitility.await()
                .until(() -> fixture.volumes.calls().stream()
                                .filter("complete"::equals)
                                .count()
                        == 2);
        assertThat(fixture.status("a").at("/containerStatuses/0/containerID").asText())
                .isEqualTo(id);
        fixture.delete(pod, 1);

        fixture.awaitGone("a");
        assertThat(runtime.pods()).isEmpty();
        assertThat(fixture.nodeContext.paths().pod(pod.uid())).doesNotExist();
    }

    @Test
    void anEphemeralContainerRunsBesideTheOthersAndItsEndIsTold() throws Exception {
        NodePod pod = fixture.pod("a", """
                "automountServiceAccountToken": false,
                "containers": [{"name": "c", "image": "i", "command": ["sleep", "98762"]}]""");
        fixture.awaitReady("a");

        fixture.debug("a", """
                {"name": "d", "image": "i", "targetContainerName": "c",
                 "command": ["sh", "-c", "grep -q 98762 /proc/1/cmdline && exit 7"]}""");

        Awaitility.await()
                .until(() -> fixture.status("a")
                                .at("/ephemeralContainerStatuses/0/state/terminated/exitCode")
                                .asInt()
                        == 7);
        assertThat(fixture.status("a").at("/containerStatuses/0/ready").asBoolean())
                .isTrue();
        fixture.delete(pod, 1);
        fixture.awaitGone("a");
    }

    @Test
    void anEphemeralContainerWithoutItsTargetDoesNotRun() throws Exception {
        NodePod pod = fixture.pod("a", """
                "automountServiceAccountToken": false, "restartPolicy": "OnFailure",
                "containers": [{"name": "c", "image": "i", "command": ["sleep", "1000"]},
                               {"name": "over", "image": "i", "command": ["true"]}]""");
        Awaitility.await()
                .until(() ->
                        fixture.status("a").at("/containerStatuses/1/state").has("terminated"));

        fixture.debug("a", """
                {"name": "d", "image": "i", "targetContainerName": "over", "command": ["true"]}""");

        Awaitility.await().untilAsserted(() -> {
            JsonNode waiting = fixture.status("a").at("/ephemeralContainerStatuses/0/state/waiting");
            assertThat(waiting.path("reason").asText()).isEqualTo("CreateContainerConfigError");
            assertThat(waiting.path("message").asText()).isEqualTo("unable to find target container over");
        });
        fixture.delete(pod, 1);
        fixture.awaitGone("a");
    }

    @Test
    void anImageIsReportedAsIgnoredAndNeverAsPulled() throws Exception {
        fixture.pod("a", """
                "automountServiceAccountToken": false, "restartPolicy": "Never",
                "initContainers": [{"name": "i", "image": "one:1", "command": ["true"]}],
                "containers": [{"name": "c", "image": "two:2", "imagePullPolicy": "Always", "command": ["true"]}]""");

        fixture.awaitPhase("a", "Succeeded");
        Awaitility.await()
                .untilAsserted(() -> assertThat(fixture.events())
                        .containsOnlyOnce(
                                "ImageIgnored: Images \"one:1\", \"two:2\" are ignored: the process runtime runs"
                                        + " containers as processes of this machine, with its programs")
                        .noneMatch(event -> event.startsWith("Pull")));
        assertThat(fixture.status("a").at("/containerStatuses/0/imageID").asText("missing"))
                .isEmpty();
    }

    @Test
    void aContainerWithoutACommandIsNotCreated() throws Exception {
        fixture.pod("a", """
                "automountServiceAccountToken": false,
                "containers": [{"name": "c", "image": "nginx", "args": ["-g", "daemon off;"]}]""");

        String why = "no command specified: the process runtime ignores image \"nginx\" and does not know its entry"
                + " point (set the command of container c, or run the node with --runtime=cri)";
        fixture.await(
                "a",
                status -> status.at("/containerStatuses/0/state/waiting/reason")
                                .asText()
                                .equals("CreateContainerError")
                        && status.at("/containerStatuses/0/state/waiting/message")
                                .asText()
                                .equals(why));
        Awaitility.await().untilAsserted(() -> assertThat(fixture.events()).contains("Failed: Error: " + why));
        assertThat(runtime.pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.containers()).isEmpty());
    }
}
