package dev.stowage.node.pluginmanager;

import static dev.stowage.node.pluginmanager.PluginFixture.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.volumemanager.testing.DriverProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Registration of drivers, on real sockets and with a real API server.
final class PluginManagerTest {
    private static final String NAME = "one.example.com";

    @TempDir
    Path folder = Path.of("");

    private PluginFixture fixture;

    @BeforeEach
    void begin() throws Exception {
        fixture = new PluginFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        fixture.close();
    }

    @Test
    void aNodeIsReadyWhenItsCsiNodeIsThere() throws Exception {
        fixture.start();
        await().ignoreExceptions().until(() -> fixture.object().ready());
        CsiNode found = fixture.csiNode();
        assertThat(found.drivers()).isEmpty();
        assertThat(found.meta().ownerReferences()).singleElement().satisfies(ownerReference -> {
            assertThat(ownerReference.kind()).isEqualTo("Node");
            assertThat(ownerReference.uid()).isEqualTo(fixture.object().meta().uid());
        });
        assertThat(found.meta().annotation("storage.alpha.kubernetes.io/migrated-plugins"))
                .contains("kubernetes.io/aws-ebs", "kubernetes.io/vsphere-volume");
    }

    @Test
    void aDriverThatIsThereAtTheStartIsRegistered() throws Exception {
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            plugin.place.set(NodeGetInfoResponse.newBuilder()
                    .setNodeId("id-7")
                    .setMaxVolumesPerNode(5)
                    .setAccessibleTopology(Topology.newBuilder()
                            .putSegments("topology.one/zone", "z1")
                            .putSegments("topology.one/rack", "r1"))
                    .build());
            var heard = new CopyOnWriteArrayList<String>();
            fixture.plugins.listen(heard::add);
            fixture.start();

            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(fixture.csiNode().drivers())
                    .containsExactly(
                            new CsiNode.Driver(NAME, "id-7", List.of("topology.one/rack", "topology.one/zone"), 5));
            assertThat(fixture.ids()).isEqualTo("{\"one.example.com\":\"id-7\"}");
            assertThat(fixture.object().meta().labels()).containsEntry("topology.one/zone", "z1");
            assertThat(heard).contains(NAME);
            NodeDriver driver = fixture.plugins.find(NAME).orElseThrow();
            assertThat(driver.nodeId()).isEqualTo("id-7");
            assertThat(driver.capabilities()).containsExactly(RPC.Type.STAGE_UNSTAGE_VOLUME);
            assertThat(driver.node(Duration.ofSeconds(60))
                            .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
                            .getNodeId())
                    .isEqualTo("id-7");
        }
    }

    @Test
    void aDriverThatComesLaterIsRegisteredAlsoInAFolderBelow() throws Exception {
        fixture.start();
        Path below = Files.createDirectories(fixture.registry().resolve("vendor/deep"));
        try (TestPlugin plugin = new TestPlugin(below.resolve("reg.sock"), folder.resolve("d.sock"), NAME)) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(fixture.plugins.find(NAME)).isPresent();
        }
    }

    @Test
    void aDriverIsForgottenWhenItsSocketGoes() throws Exception {
        fixture.start();
        try (TestPlugin plugin = fixture.plugin(NAME);
                TestPlugin other = fixture.plugin("two.example.com")) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(verdict(other).getPluginRegistered()).isTrue();
            plugin.stopRegistrar();

            await().until(() ->
                    fixture.csiNode().driver(NAME).isEmpty() && fixture.ids().equals("{\"two.example.com\":\"id-1\"}"));
            assertThat(fixture.plugins.find(NAME)).isEmpty();
            assertThat(fixture.plugins.all()).extracting(NodeDriver::name).containsExactly("two.example.com");
        }
    }

    @Test
    void aSocketThatIsMadeAnewIsRegisteredAnewWithWhatItSaysNow() throws Exception {
        fixture.start();
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            plugin.place.set(NodeGetInfoResponse.newBuilder().setNodeId("id-2").build());
            plugin.restartRegistrar();

            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(fixture.csiNode().driver(NAME).orElseThrow().nodeId()).isEqualTo("id-2");
            assertThat(fixture.ids()).isEqualTo("{\"one.example.com\":\"id-2\"}");
        }
    }

    @Test
    void aDriverThatRestartsBehindItsConnectionStaysRegistered() throws Exception {
        fixture.start();
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            NodeDriver driver = fixture.plugins.find(NAME).orElseThrow();
            String before = fixture.csiNode().meta().resourceVersion();
            int asked = plugin.asked.get();
            plugin.restartDriver();

            // Its capabilities are queried again, and nothing else changes.
            await().until(() -> plugin.asked.get() > asked);
            assertThat(fixture.plugins.find(NAME)).contains(driver);
            assertThat(driver.node(Duration.ofSeconds(60))
                            .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
                            .getNodeId())
                    .isEqualTo("id-1");
            assertThat(fixture.csiNode().meta().resourceVersion()).isEqualTo(before);
            assertThat(plugin.verdicts).isEmpty();
        }
    }

    @Test
    void theCsiNodeOfANodeThatIsNoMoreIsMadeAnew() throws Exception {
        fixture.apiServer.create(Kinds.CSI_NODES, "", """
                {"metadata": {"name": "n1", "ownerReferences": [
                   {"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "f6a1e4a8-0000-4000-8000-000000000000"}]},
                 "spec": {"drivers": [{"name": "old.example.com", "nodeID": "old", "topologyKeys": []}]}}""");
        fixture.start();
        await().ignoreExceptions().until(() -> fixture.object().ready());
        assertThat(fixture.csiNode().drivers()).isEmpty();
        assertThat(fixture.csiNode().meta().ownerReferences().getFirst().uid())
                .isEqualTo(fixture.object().meta().uid());
    }

    @Test
    void aNodeThatComesBackFindsItsDriversAndChangesNothing() throws Exception {
        fixture.start();
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            verdict(plugin);
            String before = fixture.csiNode().meta().resourceVersion();
            fixture.plugins.close();
            var again = new PluginManager(fixture.apiServer.shared(fixture.nodeContext.paths()), fixture.node);
            try {
                again.start();
                assertThat(verdict(plugin).getPluginRegistered()).isTrue();
                assertThat(fixture.csiNode().meta().resourceVersion()).isEqualTo(before);
            } finally {
                again.close();
            }
        }
    }

    @Test
    void theLimitIsAskedForAgainWhenVolumesAreTooMany() throws Exception {
        fixture.apiServer.create(Kinds.CSI_DRIVERS, "", """
                {"metadata": {"name": "one.example.com"}, "spec": {"nodeAllocatableUpdatePeriodSeconds": 600}}""");
        fixture.start();
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            verdict(plugin);
            plugin.place.set(NodeGetInfoResponse.newBuilder()
                    .setNodeId("id-1")
                    .setMaxVolumesPerNode(3)
                    .build());
            attachOneTooMany();
            await().until(() -> fixture.csiNode().driver(NAME).orElseThrow().limit() != null);
            assertThat(fixture.csiNode().driver(NAME).orElseThrow().limit()).isEqualTo(3);
        }
    }

    @Test
    void theLimitIsAskedForAgainAlsoWhenTheDriversWishIsHeardOfLast() throws Exception {
        fixture.start();
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            verdict(plugin);
            plugin.place.set(NodeGetInfoResponse.newBuilder()
                    .setNodeId("id-1")
                    .setMaxVolumesPerNode(3)
                    .build());
            attachOneTooMany();
            await().until(() -> fixture.apiServer
                    .informers()
                    .of(Kinds.ATTACHMENTS)
                    .find("one-too-many")
                    .filter(found -> found.attachError() != null)
                    .isPresent());
            fixture.apiServer.create(Kinds.CSI_DRIVERS, "", """
                    {"metadata": {"name": "one.example.com"}, "spec": {"nodeAllocatableUpdatePeriodSeconds": 600}}""");
            await().until(() -> fixture.csiNode().driver(NAME).orElseThrow().limit() != null);
        }
    }

    private void attachOneTooMany() throws Exception {
        fixture.apiServer.create(Kinds.ATTACHMENTS, "", """
                {"metadata": {"name": "one-too-many"}, "spec": {"attacher": "one.example.com", "nodeName": "%s",
                 "source": {"persistentVolumeName": "v"}}}""".formatted(fixture.nodeContext.node()));
        ObjectNode full = Json.object();
        full.withObject("/status/attachError").put("errorCode", 8).put("message", "full");
        fixture.nodeContext
                .api()
                .patch(Kinds.ATTACHMENTS, "", "one-too-many", Patch.merge(full).status());
    }

    @Test
    void theRealDriverMayBeKilledAndComeBackWithoutBeingRegisteredAnew() throws Exception {
        fixture.start();
        try (var driver = new DriverProcess(folder.resolve("real"), List.of("--backend=directory"));
                TestPlugin registrar = fixture.plugin("local.stowage.dev")) {
            // Otherwise the socket that is about to be deleted could already serve the real driver, and be
            // registered for it.
            verdict(registrar);
            registrar.info.set(registrar.info.get().toBuilder()
                    .setEndpoint(driver.socket().toString())
                    .build());
            registrar.restartRegistrar();
            // The Node object is written first.
            await().until(() -> fixture.plugins
                    .find("local.stowage.dev")
                    .map(NodeDriver::nodeId)
                    .equals(Optional.of("n1")));
            assertThat(fixture.csiNode().driver("local.stowage.dev").map(CsiNode.Driver::nodeId))
                    .contains("n1");
            assertThat(fixture.object().meta().labels()).containsEntry("topology.local.stowage.dev/node", "n1");
            NodeDriver found = fixture.plugins.find("local.stowage.dev").orElseThrow();
            assertThat(found.can(RPC.Type.GET_VOLUME_STATS)).isTrue();

            driver.restart();
            await().ignoreExceptions()
                    .until(() -> found.node(Duration.ofSeconds(60))
                            .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
                            .getNodeId()
                            .equals("n1"));
            assertThat(fixture.plugins.find("local.stowage.dev")).contains(found);
        }
    }
}
