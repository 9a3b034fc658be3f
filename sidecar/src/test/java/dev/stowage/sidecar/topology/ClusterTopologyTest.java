package dev.stowage.sidecar.topology;

import static dev.stowage.sidecar.topology.AccessibilityRequirementsTest.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTopologyTest {

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @TempDir
    private Path dir;

    @AfterEach
    void end() {
        timer.shutdownNow();
    }

    @Test
    void segmentsFollowNodesAndWhatTheDriverSaysOfThem() throws Exception {
        try (SidecarFixture fixture = new SidecarFixture(dir);
                Informers informers = new Informers(fixture.api(), timer)) {
            var topology = new ClusterTopology("a", informers.of(Kinds.NODES), informers.of(Kinds.CSI_NODES));
            List<TopologyInformer.Change> changes = Collections.synchronizedList(new ArrayList<>());
            topology.listen(changes::add);
            informers.start();

            var n1 = fixture.create(Kinds.NODES, "", node("n1", "zone", "east"));
            fixture.create(Kinds.NODES, "", node("n2", "zone", "west"));
            fixture.create(Kinds.NODES, "", node("n3", "zone", "east"));
            fixture.create(Kinds.NODES, "", node("n4", "zone", "north"));
            var csi1 = fixture.create(Kinds.CSI_NODES, "", csiNode("n1", "a", "zone"));
            fixture.create(Kinds.CSI_NODES, "", csiNode("n2", "a", "zone"));
            fixture.create(Kinds.CSI_NODES, "", csiNode("n3", "a", "zone"));
            fixture.create(Kinds.CSI_NODES, "", csiNode("n4", "other", "zone"));
            await().untilAsserted(() ->
                    assertThat(topology.all()).containsExactly(segment("zone=east"), segment("zone=west")));
            // Wait for the last object of both kinds: each has its own watch.
            await().untilAsserted(() ->
                    assertThat(topology.segmentOf("n4", List.of("zone"))).hasValue(segment("zone=north")));
            await().untilAsserted(() -> assertThat(topology.topologyKeys("n4")).hasValue(List.of()));

            // Nodes without the driver count for the topology of a volume, but have no capacity of the driver.
            assertThat(topology.segmentsBy(List.of("zone")))
                    .containsExactly(segment("zone=east"), segment("zone=north"), segment("zone=west"));
            assertThat(topology.anyTopologyKeys()).containsExactly("zone");
            assertThat(topology.topologyKeys("n1")).hasValue(List.of("zone"));
            assertThat(topology.topologyKeys("n5")).isEmpty();
            assertThat(topology.segmentsBy(List.of("kubernetes.io/nothing"))).isEmpty();

            var relabel = Json.object();
            relabel.putObject("metadata").putObject("labels").put("zone", "south");
            fixture.api().patch(Kinds.NODES, "", "n2", Patch.merge(relabel));
            await().untilAsserted(() ->
                    assertThat(topology.all()).containsExactly(segment("zone=east"), segment("zone=south")));

            fixture.api().delete(csi1, Kinds.CSI_NODES);
            fixture.api().delete(n1, Kinds.NODES);
            await().untilAsserted(() ->
                    assertThat(topology.segmentOf("n1", List.of("zone"))).isEmpty());
            assertThat(topology.all()).containsExactly(segment("zone=east"), segment("zone=south"));

            fixture.api().delete(fixture.api().find(Kinds.CSI_NODES, "", "n3").orElseThrow(), Kinds.CSI_NODES);
            await().untilAsserted(() -> assertThat(topology.all()).containsExactly(segment("zone=south")));

            List<TopologySegment> left = new ArrayList<>();
            changes.forEach(change -> {
                left.addAll(change.added());
                left.removeAll(change.removed());
            });
            assertThat(left).containsExactly(segment("zone=south"));
        }
    }

    @Test
    void driverWithoutKeysIsInTheWholeCluster() throws Exception {
        try (SidecarFixture fixture = new SidecarFixture(dir);
                Informers informers = new Informers(fixture.api(), timer)) {
            var topology = new ClusterTopology("a", informers.of(Kinds.NODES), informers.of(Kinds.CSI_NODES));
            informers.start();
            fixture.create(Kinds.NODES, "", node("n1", "zone", "east"));
            fixture.create(Kinds.CSI_NODES, "", csiNode("n1", "a", ""));
            await().untilAsserted(() -> assertThat(topology.all()).containsExactly(new TopologySegment(List.of())));
            assertThat(topology.anyTopologyKeys()).isEmpty();
        }
    }

    private static String node(String name, String key, String value) {
        return """
                {"metadata": {"name": "%s", "labels": {"%s": "%s"}}}""".formatted(name, key, value);
    }

    private static String csiNode(String name, String driver, String key) {
        return """
                {"metadata": {"name": "%s"}, "spec": {"drivers": [
                  {"name": "%s", "nodeID": "%s", "topologyKeys": [%s]}]}}""".formatted(name, driver, name, key.isEmpty() ? "" : '"' + key + '"');
    }
}
