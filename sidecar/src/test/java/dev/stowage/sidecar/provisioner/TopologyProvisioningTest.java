package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelSelector.Requirement;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A claim that waits for its pod, on a driver that has its storage in zones.
class TopologyProvisioningTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path dir;

    private final Map<String, Long> free = new ConcurrentHashMap<>(Map.of("east", 5 * GIB, "west", 3 * GIB));
    private ProvisionerFixture at;

    @BeforeEach
    void begin() throws Exception {
        at = new ProvisionerFixture(dir);
        at.driver.controller(RPC.Type.CREATE_DELETE_VOLUME, RPC.Type.GET_CAPACITY);
        at.driver.on(
                "GetCapacity",
                (GetCapacityRequest request) -> GetCapacityResponse.newBuilder()
                        .setAvailableCapacity(free.getOrDefault(zone(request.getAccessibleTopology()), 0L))
                        .build());
        at.driver.on("CreateVolume", (CreateVolumeRequest request) -> {
            Topology place = request.getAccessibilityRequirements().getPreferred(0);
            long size = request.getCapacityRange().getRequiredBytes();
            if (free.getOrDefault(zone(place), 0L) < size) {
                throw FakeDriver.failure(Status.Code.RESOURCE_EXHAUSTED, "no room in " + zone(place));
            }
            free.compute(zone(place), (_, left) -> left == null ? 0 : left - size);
            var made = at.fakeVolumes.create(request).toBuilder();
            made.getVolumeBuilder().addAccessibleTopology(place);
            return made.build();
        });
        at.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        at.node("n1", "east");
        at.node("n2", "west");
        at.beginWhole(
                at.driver,
                Map.of("NAMESPACE", "default"),
                "--enable-capacity",
                "--capacity-ownerref-level=-1",
                "--capacity-poll-interval=1h",
                "--kube-api-capacity-qps=100",
                "--kube-api-capacity-burst=100");
    }

    @AfterEach
    void end() throws Exception {
        at.close();
    }

    @Test
    void volumeIsMadeWhereThePodWillRunAndTheCapacityThereIsLess() throws Exception {
        await().untilAsserted(() -> assertThat(capacities()).isEqualTo(Map.of("east", "5Gi", "west", "3Gi")));
        PersistentVolumeClaim claim = at.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n2\"");
        PersistentVolume volume = at.awaitVolume(claim);
        assertThat(volume.nodeTerms())
                .containsExactly(new PersistentVolume.NodeSelectorTerm(
                        List.of(new Requirement("zone", "In", List.of("west"))), List.of()));
        CreateVolumeRequest request =
                at.driver.<CreateVolumeRequest>calls("CreateVolume").getFirst();
        assertThat(request.getAccessibilityRequirements().getRequisiteList().stream()
                        .map(TopologyProvisioningTest::zone))
                .containsExactly("east", "west");
        assertThat(request.getAccessibilityRequirements().getPreferredList().stream()
                        .map(TopologyProvisioningTest::zone))
                .containsExactly("west", "east");
        await().untilAsserted(() -> assertThat(capacities()).isEqualTo(Map.of("east", "5Gi", "west", "2Gi")));
        assertThat(asked("east")).isEqualTo(1);

        free.put("west", 3 * GIB);
        at.phase(volume.meta().name(), "Released");
        await().untilAsserted(() -> assertThat(capacities()).isEqualTo(Map.of("east", "5Gi", "west", "3Gi")));
        assertThat(asked("east")).isEqualTo(1);
    }

    @Test
    void claimGoesBackToTheSchedulerWhenTheNodesZoneIsFull() throws Exception {
        await().untilAsserted(() -> assertThat(capacities()).hasSize(2));
        free.put("west", 0L);
        PersistentVolumeClaim claim = at.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n2\"");
        await().until(() -> at.find(claim)
                .orElseThrow()
                .meta()
                .annotation(ProvisionerAnnotations.SELECTED_NODE)
                .isEmpty());
        await().untilAsserted(() -> assertThat(capacities()).containsEntry("west", "0"));
    }

    @Test
    void claimGoesBackToTheSchedulerWhenTheNodeIsGone() throws Exception {
        PersistentVolumeClaim claim = at.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n9\"");
        await().until(() -> at.find(claim)
                .orElseThrow()
                .meta()
                .annotation(ProvisionerAnnotations.SELECTED_NODE)
                .isEmpty());
        await().untilAsserted(() ->
                assertThat(at.events("data")).anyMatch(event -> event.contains("failed to get selected CSINode n9")));
        assertThat(at.count("CreateVolume")).isZero();
    }

    private long asked(String zone) {
        return at.driver.<GetCapacityRequest>calls("GetCapacity").stream()
                .filter(request -> zone(request.getAccessibleTopology()).equals(zone))
                .count();
    }

    private static String zone(Topology topology) {
        return topology.getSegmentsOrDefault("zone", "");
    }

    private Map<String, String> capacities() throws IOException, InterruptedException {
        try (var in =
                at.sidecarFixture.api().stream("/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities")) {
            Map<String, String> found = new TreeMap<>();
            for (JsonNode object : Json.read(in.readAllBytes()).path("items")) {
                found.put(
                        object.path("nodeTopology")
                                .path("matchLabels")
                                .path("zone")
                                .asText(),
                        object.path("capacity").asText());
            }
            return found;
        }
    }
}
