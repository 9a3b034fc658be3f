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

/// Drivers that register, on real sockets and with a real API server.
final class PluginManagerTest {
    private static final String NAME = "one.example.com";

    @TempDir
    Path folder = Path.of("");

    private PluginFixture stage;

    @BeforeEach
    void begin() throws Exception {
        stage = new PluginFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        stage.close();
    }

    @Test
    void aNodeIsReadyWhenItsCsiNodeIsThere() throws Exception {
        stage.start();
        await().ignoreExceptions().until(() -> stage.object().ready());
        CsiNode found = stage.csiNode();
        assertThat(found.drivers()).isEmpty();
        assertThat(found.meta().ownerReferences()).singleElement().satisfies(ownerReference -> {
            assertThat(ownerReference.kind()).isEqualTo("Node");
            assertThat(ownerReference.uid()).isEqualTo(stage.object().meta().uid());
        });
        assertThat(found.meta().annotation("storage.alpha.kubernetes.io/migrated-plugins"))
                .contains("kubernetes.io/aws-ebs", "kubernetes.io/vsphere-volume");
    }

    @Test
    void aDriverThatIsThereAtTheStartIsRegistered() throws Exception {
        try (TestPlugin plugin = stage.plugin(NAME)) {
            plugin.place.set(NodeGetInfoResponse.newBuilder()
                    .setNodeId("id-7")
                    .setMaxVolumesPerNode(5)
                    .setAccessibleTopology(Topology.newBuilder()
                            .putSegments("topology.one/zone", "z1")
                            .putSegments("topology.one/rack", "r1"))
                    .build());
            var heard = new CopyOnWriteArrayList<String>();
            stage.plugins.listen(heard::add);
            stage.start();

            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(stage.csiNode().drivers())
                    .containsExactly(
                            new CsiNode.Driver(NAME, "id-7", List.of("topology.one/rack", "topology.one/zone"), 5));
            assertThat(stage.ids()).isEqualTo("{\"one.example.com\":\"id-7\"}");
            assertThat(stage.object().meta().labels()).containsEntry("topology.one/zone", "z1");
            assertThat(heard).contains(NAME);
            NodeDriver driver = stage.plugins.find(NAME).orElseThrow();
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
        stage.start();
        Path below = Files.createDirectories(stage.registry().resolve("vendor/deep"));
        try (TestPlugin plugin = new TestPlugin(below.resolve("reg.sock"), folder.resolve("d.sock"), NAME)) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(stage.plugins.find(NAME)).isPresent();
        }
    }

    @Test
    void aDriverIsForgottenWhenItsSocketGoes() throws Exception {
        stage.start();
        try (TestPlugin plugin = stage.plugin(NAME);
                TestPlugin other = stage.plugin("two.example.com")) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(verdict(other).getPluginRegistered()).isTrue();
            plugin.stopRegistrar();

            await().until(() ->
                    stage.csiNode().driver(NAME).isEmpty() && stage.ids().equals("{\"two.example.com\":\"id-1\"}"));
            assertThat(stage.plugins.find(NAME)).isEmpty();
            assertThat(stage.plugins.all()).extracting(NodeDriver::name).containsExactly("two.example.com");
        }
    }

    @Test
    void aSocketThatIsMadeAnewIsRegisteredAnewWithWhatItSaysNow() throws Exception {
        stage.start();
        try (TestPlugin plugin = stage.plugin(NAME)) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            plugin.place.set(NodeGetInfoResponse.newBuilder().setNodeId("id-2").build());
            plugin.restartRegistrar();

            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            assertThat(stage.csiNode().driver(NAME).orElseThrow().nodeId()).isEqualTo("id-2");
            assertThat(stage.ids()).isEqualTo("{\"one.example.com\":\"id-2\"}");
        }
    }

    @Test
    void aDriverThatRestartsBehindItsConnectionStaysRegistered() throws Exception {
        stage.start();
        try (TestPlugin plugin = stage.plugin(NAME)) {
            assertThat(verdict(plugin).getPluginRegistered()).isTrue();
            NodeDriver driver = stage.plugins.find(NAME).orElseThrow();
            String before = stage.csiNode().meta().resourceVersion();
            int asked = plugin.asked.get();
            plugin.restartDriver();

            // It is asked once more what it can do, and nobody else notices.
            await().until(() -> plugin.asked.get() > asked);
            assertThat(stage.plugins.find(NAME)).contains(driver);
            assertThat(driver.node(Duration.ofSeconds(60))
                            .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
                            .getNodeId())
                    .isEqualTo("id-1");
            assertThat(stage.csiNode().meta().resourceVersion()).isEqualTo(before);
            assertThat(plugin.verdicts).isEmpty();
        }
    }

    @Test
    void theCsiNodeOfANodeThatIsNoMoreIsMadeAnew() throws Exception {
        stage.ground.create(Kinds.CSI_NODES, "", """
                {"metadata": {"name": "n1", "ownerReferences": [
                   {"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "f6a1e4a8-0000-4000-8000-000000000000"}]},
                 "spec": {"drivers": [{"name": "old.example.com", "nodeID": "old", "topologyKeys": []}]}}""");
        stage.start();
        await().ignoreExceptions().until(() -> stage.object().ready());
        assertThat(stage.csiNode().drivers()).isEmpty();
        assertThat(stage.csiNode().meta().ownerReferences().getFirst().uid())
                .isEqualTo(stage.object().meta().uid());
    }

    @Test
    void aNodeThatComesBackFindsItsDriversAndChangesNothing() throws Exception {
        stage.start();
        try (TestPlugin plugin = stage.plugin(NAME)) {
            verdict(plugin);
            String before = stage.csiNode().meta().resourceVersion();
            stage.plugins.close();
            var again = new PluginManager(stage.ground.shared(stage.nodeContext.paths()), stage.node);
            try {
                again.start();
                assertThat(verdict(plugin).getPluginRegistered()).isTrue();
                assertThat(stage.csiNode().meta().resourceVersion()).isEqualTo(before);
            } finally {
                again.close();
            }
        }
    }

    @Test
    void theLimitIsAskedForAgainWhenVolumesAreTooMany() throws Exception {
        stage.ground.create(Kinds.CSI_DRIVERS, "", """
                {"metadata": {"name": "one.example.com"}, "spec": {"nodeAllocatableUpdatePeriodSeconds": 600}}""");
        stage.start();
        try (TestPlugin plugin = stage.plugin(NAME)) {
            verdict(plugin);
            plugin.place.set(NodeGetInfoResponse.newBuilder()
                    .setNodeId("id-1")
                    .setMaxVolumesPerNode(3)
                    .build());
            attachOneTooMany();
            await().until(() -> stage.csiNode().driver(NAME).orElseThrow().limit() != null);
            assertThat(stage.csiNode().driver(NAME).orElseThrow().limit()).isEqualTo(3);
        }
    }

    @Test
    void theLimitIsAskedForAgainAlsoWhenTheDriversWishIsHeardOfLast() throws Exception {
        stage.start();
        try (TestPlugin plugin = stage.plugin(NAME)) {
            verdict(plugin);
            plugin.place.set(NodeGetInfoResponse.newBuilder()
                    .setNodeId("id-1")
                    .setMaxVolumesPerNode(3)
                    .build());
            attachOneTooMany();
            await().until(() -> stage.ground
                    .informers()
                    .of(Kinds.ATTACHMENTS)
                    .find("one-too-many")
                    .filter(found -> found.attachError() != null)
                    .isPresent());
            stage.ground.create(Kinds.CSI_DRIVERS, "", """
                    {"metadata": {"name": "one.example.com"}, "spec": {"nodeAllocatableUpdatePeriodSeconds": 600}}""");
            await().until(() -> stage.csiNode().driver(NAME).orElseThrow().limit() != null);
        }
    }

    private void attachOneTooMany() throws Exception {
        stage.ground.create(Kinds.ATTACHMENTS, "", """
                {"metadata": {"name": "one-too-many"}, "spec": {"attacher": "one.example.com", "nodeName": "%s",
                 "source": {"persistentVolumeName": "v"}}}""".formatted(stage.nodeContext.node()));
        ObjectNode full = Json.object();
        full.withObject("/status/attachError").put("errorCode", 8).put("message", "full");
        stage.nodeContext
                .api()
                .patch(Kinds.ATTACHMENTS, "", "one-too-many", Patch.merge(full).status());
    }

    @Test
    void theRealDriverMayBeKilledAndComeBackWithoutBeingRegisteredAnew() throws Exception {
        stage.start();
        try (var driver = new DriverProcess(folder.resolve("real"), List.of("--backend=directory"));
                TestPlugin registrar = stage.plugin("local.stowage.dev")) {
            // Else the socket that is about to go could already tell of the real driver, and be registered for it.
            verdict(registrar);
            registrar.info.set(registrar.info.get().toBuilder()
                    .setEndpoint(driver.socket().toString())
                    .build());
            registrar.restartRegistrar();
            // The cluster is told first.
            await().until(() -> stage.plugins
                    .find("local.stowage.dev")
                    .map(NodeDriver::nodeId)
                    .equals(Optional.of("n1")));
            assertThat(stage.csiNode().driver("local.stowage.dev").map(CsiNode.Driver::nodeId))
                    .contains("n1");
            assertThat(stage.object().meta().labels()).containsEntry("topology.local.stowage.dev/node", "n1");
            NodeDriver found = stage.plugins.find("local.stowage.dev").orElseThrow();
            assertThat(found.can(RPC.Type.GET_VOLUME_STATS)).isTrue();

            driver.restart();
            await().ignoreExceptions()
                    .until(() -> found.node(Duration.ofSeconds(60))
                            .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
                            .getNodeId()
                            .equals("n1"));
            assertThat(stage.plugins.find("local.stowage.dev")).contains(found);
        }
    }
}
