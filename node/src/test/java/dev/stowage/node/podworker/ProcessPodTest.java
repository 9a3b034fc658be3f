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
}
