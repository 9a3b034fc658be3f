package dev.stowage.node.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.model.Kinds;
import dev.stowage.node.builtinvolume.BuiltInVolumePlugins;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podworker.PodWorker;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.staticpod.StaticPods;
import dev.stowage.node.subpath.SubPathBindMounts;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import dev.stowage.node.volumemanager.VolumeManager;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.NoDrivers;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Pods with real processes that write too much.
final class EvictionManagerTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    Path api = Path.of("");

    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private ApiServerFixture server;
    private NodeContextFixture context;
    private ProcessRuntime runtime;
    private VolumeManager volumes;
    private PodWorker podWorker;
    private EvictionManager evictionManager;

    @BeforeEach
    void start() throws Exception {
        MountFixture.assumeRoot();
        server = new ApiServerFixture(api);
        context = new NodeContextFixture(server.api(), folder.kubelet());
        runtime = new ProcessRuntime(folder.kubelet());
        volumes = new VolumeManager(
                context.nodeContext(),
                new NoDrivers(),
                new InMemoryNodeStatus(),
                new BuiltInVolumePlugins(context.nodeContext()));
        podWorker = new PodWorker(
                context.nodeContext(),
                volumes,
                new SubPathBindMounts(folder.kubelet()),
                runtime,
                "127.0.0.1",
                StaticPods.none());
        evictionManager = new EvictionManager(context.nodeContext(), runtime, podWorker, Duration.ofMillis(200));
        context.start();
        volumes.start();
        podWorker.start();
        evictionManager.start();
    }

    @AfterEach
    void stop() throws Exception {
        if (server == null) {
            return;
        }
        evictionManager.close();
        podWorker.close();
        for (RuntimePod pod : runtime.pods()) {
            runtime.removePod(pod);
        }
        runtime.close();
        volumes.close();
        context.close();
        server.close();
    }

    @Test
    void aPodThatFillsItsEmptyDirIsEvicted() throws Exception {
        pod("full", "", "dd if=/dev/zero of=/cache/f bs=1M count=3; sleep 1000", "{\"sizeLimit\": \"2Mi\"}");

        awaitEviction("full", "Usage of EmptyDir volume \"cache\" exceeds the limit \"2Mi\". ");
    }

    @Test
    void aPodThatWritesToItsOwnFileSystemIsEvicted() throws Exception {
        pod("own", limit("4Mi"), "dd if=/dev/zero of=/tmp/f bs=1M count=6; sleep 1000", "{}");

        awaitEviction("own", "Pod ephemeral local storage usage exceeds the total limit of containers 4Mi. ");
    }

    @Test
    void aPodThatLogsTooMuchIsEvicted() throws Exception {
        pod("loud", limit("4Mi"), "head -c 6000000 /dev/zero | base64 -w 4000; sleep 1000", "{}");

        awaitEviction("loud", "Pod ephemeral local storage usage exceeds the total limit of containers 4Mi. ");
    }

    @Test
    void aPodWithinItsLimitsRuns() throws Exception {
        pod("full", "", "dd if=/dev/zero of=/cache/f bs=1M count=3; sleep 1000", "{\"sizeLimit\": \"2Mi\"}");
        pod(
                "good",
                limit("100Mi"),
                "dd if=/dev/zero of=/cache/f bs=1M count=3; sleep 1000",
                "{\"sizeLimit\": \"9Mi\"}");

        awaitEviction("full", "Usage of EmptyDir volume \"cache\" exceeds the limit \"2Mi\". ");

        await().atMost(SOON).until(() -> status("good", "phase").equals("Running"));
        assertThat(status("good", "reason")).isEmpty();
    }

    private static String limit(String bytes) {
        return ", \"resources\": {\"limits\": {\"ephemeral-storage\": \"%s\"}}".formatted(bytes);
    }

    private void pod(String name, String container, String script, String emptyDir)
            throws IOException, InterruptedException {
        server.create(NodePod.KIND, "default", """
                {"metadata": {"name": "%s"}, "spec": {"nodeName": "n1", "automountServiceAccountToken": false,
                 "containers": [{"name": "c", "image": "none", "command": ["sh", "-c", "%s"],
                                 "volumeMounts": [{"name": "cache", "mountPath": "/cache"}]%s}],
                 "volumes": [{"name": "cache", "emptyDir": %s}]}}""".formatted(name, script, container, emptyDir));
    }

    private void awaitEviction(String name, String message) {
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(status(name, "phase")).isEqualTo("Failed");
            assertThat(status(name, "reason")).isEqualTo("Evicted");
            assertThat(status(name, "message")).isEqualTo(message);
        });
        await().atMost(SOON).untilAsserted(() -> assertThat(events()).contains("Warning Evicted " + message));
    }

    private String status(String name, String field) throws IOException, InterruptedException {
        return server.api()
                .get(NodePod.KIND, "default", name)
                .path("status")
                .path(field)
                .asText("");
    }

    private List<String> events() throws IOException, InterruptedException {
        return server.api()
                .read(Kinds.EVENTS.path("default"))
                .path("items")
                .valueStream()
                .map(event -> event.path("type").asText() + " "
                        + event.path("reason").asText() + " "
                        + event.path("message").asText())
                .toList();
    }
}
