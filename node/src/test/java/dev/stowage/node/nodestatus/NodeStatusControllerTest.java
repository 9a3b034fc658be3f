package dev.stowage.node.nodestatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.process.ProcessRuntime;
import dev.stowage.node.testing.ApiServerFixture;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Node object on a real API server.
final class NodeStatusControllerTest {
    private static final NodeStatusOptions OPTIONS =
            new NodeStatusOptions(Map.of("disk", "fast"), "127.0.0.1", "localhost", 42);

    @TempDir
    Path folder = Path.of("");

    private ApiServerFixture apiServer;
    private ProcessRuntime runtime;
    private CompletableFuture<Integer> port;
    private NodeStatusController node;

    @BeforeEach
    void begin() throws Exception {
        apiServer = new ApiServerFixture(folder);
        port = new CompletableFuture<>();
        KubeletPaths paths = new KubeletPaths(folder, folder.resolve("logs"));
        runtime = new ProcessRuntime(paths);
        NodeContext nodeContext = apiServer.shared(paths);
        node = new NodeStatusController(nodeContext, OPTIONS, runtime, port);
        apiServer.informers().start();
    }

    @AfterEach
    void end() throws Exception {
        node.close();
        runtime.close();
        apiServer.close();
    }

    private JsonNode object() {
        try {
            return apiServer.api().get(Kinds.NODES, "", ApiServerFixture.NODE);
        } catch (IOException | InterruptedException e) {
            return Json.object();
        }
    }

    private String condition(String type) {
        for (JsonNode condition : object().path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText() + " "
                        + condition.path("reason").asText() + ": "
                        + condition.path("message").asText();
            }
        }
        return "";
    }

    private void change(String json) throws Exception {
        var body = (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
        var patch = Patch.merge(body).status();
        apiServer.api().patch(Kinds.NODES, "", ApiServerFixture.NODE, patch);
    }

    @Test
    void aNodeRegistersItselfWithEverythingThatClientsRead() throws Exception {
        node.start();
        node.awaitUid();
        port.complete(10250);

        await().until(() ->
                object().at("/status/daemonEndpoints/kubeletEndpoint/Port").asInt() == 10250);
        JsonNode found = object();
        assertThat(found.at("/metadata/labels").properties())
                .extracting(label -> label.getKey() + "=" + label.getValue().asText())
                .contains(
                        "kubernetes.io/hostname=n1",
                        "kubernetes.io/os=linux",
                        "beta.kubernetes.io/os=linux",
                        "disk=fast");
        assertThat(found.at("/metadata/annotations/volumes.kubernetes.io~1controller-managed-attach-detach"))
                .hasToString("\"true\"");
        JsonNode status = found.path("status");
        assertThat(status.path("addresses"))
                .extracting(address -> address.path("type").asText() + " "
                        + address.path("address").asText())
                .containsExactly("InternalIP 127.0.0.1", "Hostname localhost");
        assertThat(status.path("declaredFeatures").toString()).isEqualTo("[\"ExtendWebSocketsToKubelet\"]");
        assertThat(status.at("/capacity/pods").asText()).isEqualTo("42");
        assertThat(status.at("/nodeInfo/kubeletVersion").asText()).isEqualTo("v1.36.3-stowage");
        assertThat(status.at("/nodeInfo/containerRuntimeVersion").asText()).isEqualTo(runtime.version());
        assertThat(condition("Ready")).isEqualTo("True KubeletReady: kubelet is posting ready status");
        assertThat(condition("DiskPressure")).isEqualTo("False KubeletHasNoDiskPressure: kubelet has no disk pressure");
    }

    @Test
    void theNodeOwnsItsLease() throws Exception {
        node.start();
        String uid = node.awaitUid();

        await().ignoreExceptions()
                .until(() ->
                        lease().at("/metadata/ownerReferences/0/uid").asText().equals(uid));
        JsonNode lease = lease();
        assertThat(lease.at("/spec/holderIdentity").asText()).isEqualTo("n1");
        assertThat(lease.at("/spec/leaseDurationSeconds").asInt()).isEqualTo(40);
        assertThat(lease.at("/spec/renewTime").asText()).isNotEmpty();
    }

    private JsonNode lease() throws Exception {
        return apiServer.api().get(Kinds.LEASES, NodeLease.NAMESPACE, ApiServerFixture.NODE);
    }

    @Test
    void aNodeReportsWhyItIsNotReady() throws Exception {
        node.setNotReady("CSINode", "CSINode is not yet initialized");
        node.start();
        await().until(() -> condition("Ready").equals("False KubeletNotReady: CSINode is not yet initialized"));
        node.setNotReady("CSINode", "");
        await().until(() -> condition("Ready").startsWith("True"));
    }

    @Test
    void anExistingNodeIsAdoptedAndKeepsWhatOthersWrote() throws Exception {
        apiServer.create(Kinds.NODES, "", """
                {"metadata": {"name": "n1", "labels": {"kubernetes.io/arch": "old", "team": "a"}}}""");
        change("""
                {"status": {"addresses": [{"type": "ExternalIP", "address": "8.8.8.8"}],
                 "conditions": [{"type": "NetworkUnavailable", "status": "False"}],
                 "volumesInUse": ["kubernetes.io/csi/d^old"], "volumesAttached": [{"name": "a", "devicePath": ""}]}}""");
        node.start();

        await().until(() -> condition("Ready").startsWith("True"));
        JsonNode found = object();
        assertThat(found.at("/metadata/labels/team").asText()).isEqualTo("a");
        assertThat(found.at("/metadata/labels/kubernetes.io~1arch").asText()).isNotEqualTo("old");
        assertThat(found.at("/status/addresses")).hasSize(2);
        assertThat(condition("NetworkUnavailable")).startsWith("False");
        assertThat(found.at("/status/volumesInUse/0").asText()).isEqualTo("kubernetes.io/csi/d^old");
        assertThat(node.volumesReportedInUse()).isEmpty();
        assertThat(node.volumesAttached()).containsExactly("a");
    }

    @Test
    void volumesInUseCountAsReportedOnceTheyAreWritten() throws Exception {
        node.start();
        node.awaitUid();
        var heard = new AtomicInteger();
        node.listen(heard::incrementAndGet);

        node.reportVolumesInUse(Set.of("b", "a"));
        await().until(() -> node.volumesReportedInUse().equals(Set.of("a", "b")));
        assertThat(object().at("/status/volumesInUse").toString()).isEqualTo("[\"a\",\"b\"]");
        await().until(() -> heard.get() > 0);

        node.reportVolumesInUse(Set.of());
        await().until(() -> node.volumesReportedInUse().isEmpty());
        assertThat(object().at("/status/volumesInUse")).isEmpty();
    }

    @Test
    void changesOfAnotherClientAreOverwritten() throws Exception {
        node.start();
        node.reportVolumesInUse(Set.of("a"));
        await().until(() -> condition("Ready").startsWith("True")
                && node.volumesReportedInUse().contains("a"));
        change("""
                {"status": {"volumesInUse": [], "conditions": [{"type": "Ready", "status": "Unknown",
                 "reason": "NodeStatusUnknown", "message": "Kubelet stopped posting node status."}]}}""");
        await().until(() -> condition("Ready").startsWith("True")
                && object().at("/status/volumesInUse/0").asText().equals("a"));
    }

    @Test
    void attachedVolumesAreReportedAndCanBeQueried() throws Exception {
        node.start();
        node.awaitUid();
        var heard = new AtomicInteger();
        node.listen(heard::incrementAndGet);
        assertThat(node.isAttachedNow("a")).isFalse();
        change("""
                {"status": {"volumesAttached": [{"name": "a", "devicePath": ""}]}}""");
        assertThat(node.isAttachedNow("a")).isTrue();
        await().until(() -> node.volumesAttached().contains("a") && heard.get() > 0);
    }

    @Test
    void aDriverIsInTheObjectUntilItIsRemoved() throws Exception {
        node.start();
        node.addDriver("one.example.com", "id-1", Map.of("topology.one/zone", "z1"));
        node.addDriver("two.example.com", "id-2", Map.of());
        JsonNode found = object();
        assertThat(found.at("/metadata/annotations/csi.volume.kubernetes.io~1nodeid")
                        .asText())
                .isEqualTo("{\"one.example.com\":\"id-1\",\"two.example.com\":\"id-2\"}");
        assertThat(found.at("/metadata/labels/topology.one~1zone").asText()).isEqualTo("z1");

        assertThatThrownBy(() -> node.addDriver("three.example.com", "id-3", Map.of("topology.one/zone", "z2")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("detected topology value collision: driver reported"
                        + " \"topology.one/zone\":\"z2\" but existing label is \"topology.one/zone\":\"z1\"");

        node.removeDriver("one.example.com");
        node.removeDriver("two.example.com");
        assertThat(object().at("/metadata/annotations").has("csi.volume.kubernetes.io/nodeid"))
                .isFalse();
    }

    @Test
    void changesInQuickSuccessionShareAPatch() throws Exception {
        node.start();
        node.awaitUid();
        Set<String> versions = ConcurrentHashMap.newKeySet();
        apiServer.informers().of(Kinds.NODES).addEventHandler((_, now) -> {
            if (now != null) {
                versions.add(now.meta().resourceVersion());
            }
        });
        for (int i = 1; i <= 1000; i++) {
            node.reportVolumesInUse(Set.of("v" + i));
        }
        await().until(() -> node.volumesReportedInUse().equals(Set.of("v1000")));
        assertThat(versions).hasSizeLessThan(300);
    }

    @Test
    void aDeletedNodeStaysDeleted() throws Exception {
        node.start();
        node.awaitUid();
        await().until(() -> condition("Ready").startsWith("True"));
        var api = apiServer.api();
        api.delete(api.find(Kinds.NODES, "", ApiServerFixture.NODE).orElseThrow(), Kinds.NODES);

        var nodes = apiServer.informers().of(Kinds.NODES);
        await().until(() -> nodes.find(ApiServerFixture.NODE).isEmpty());
        assertThatThrownBy(() -> node.addDriver("one.example.com", "id-1", Map.of()))
                .hasMessageContaining("node \"n1\" was deleted");
        assertThat(object()).isEmpty();
    }

    @Test
    void aNodeWhoseRuntimeIsDownIsNotReady() throws Exception {
        var broken = (ContainerRuntime) Proxy.newProxyInstance(
                ContainerRuntime.class.getClassLoader(), new Class<?>[] {ContainerRuntime.class}, (_, _, _) -> {
                    throw new IOException("no such socket");
                });
        var other = new NodeStatusController(
                apiServer.shared(new KubeletPaths(folder, folder.resolve("logs"))), OPTIONS, broken, port);
        try {
            other.start();
            await().until(() ->
                    condition("Ready").equals("False KubeletNotReady: container runtime is down: no such socket"));
        } finally {
            other.close();
        }
    }

    @Test
    void aClientThatKeepsOverwritingDoesNotCauseARace() throws Exception {
        node.start();
        node.reportVolumesInUse(Set.of("a"));
        await().until(() -> condition("Ready").startsWith("True")
                && node.volumesReportedInUse().contains("a"));
        var restored = new AtomicInteger();
        apiServer.informers().of(Kinds.NODES).addEventHandler((before, now) -> {
            boolean wasLost = before != null && !before.inUse().contains("a");
            if (wasLost && now != null && now.inUse().contains("a")) {
                restored.incrementAndGet();
            }
        });
        for (int i = 0; i < 50; i++) {
            change("{\"status\": {\"volumesInUse\": [\"b" + i + "\"]}}");
        }
        await().until(() -> object().at("/status/volumesInUse/0").asText().equals("a"));
        assertThat(restored.get()).isLessThan(25);
    }
}
