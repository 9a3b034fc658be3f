package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
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

/// A claim with WaitForFirstConsumer, on a driver with zones.
class TopologyProvisioningTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path dir;

    private final Map<String, Long> free = new ConcurrentHashMap<>(Map.of("east", 5 * GIB, "west", 3 * GIB));
    private ProvisionerFixture fixture;

    @BeforeEach
    void begin() throws Exception {
        fixture = new ProvisionerFixture(dir);
        fixture.driver.controller(RPC.Type.CREATE_DELETE_VOLUME, RPC.Type.GET_CAPACITY);
        fixture.driver.on(
                "GetCapacity",
                (GetCapacityRequest request) -> GetCapacityResponse.newBuilder()
                        .setAvailableCapacity(free.getOrDefault(zone(request.getAccessibleTopology()), 0L))
                        .build());
        fixture.driver.on("CreateVolume", (CreateVolumeRequest request) -> {
            Topology place = request.getAccessibilityRequirements().getPreferred(0);
            long size = request.getCapacityRange().getRequiredBytes();
            if (free.getOrDefault(zone(place), 0L) < size) {
                throw FakeDriver.failure(Status.Code.RESOURCE_EXHAUSTED, "no room in " + zone(place));
            }
            free.compute(zone(place), (_, left) -> left == null ? 0 : left - size);
            var made = fixture.fakeVolumes.create(request).toBuilder();
            made.getVolumeBuilder().addAccessibleTopology(place);
            return made.build();
        });
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        fixture.node("n1", "east");
        fixture.node("n2", "west");
        fixture.beginWhole(
                fixture.driver,
                Map.of("NAMESPACE", "default"),
                "--enable-capacity",
                "--capacity-ownerref-level=-1",
                "--capacity-poll-interval=1h",
                "--kube-api-capacity-qps=100",
                "--kube-api-capacity-burst=100");
    }

    @AfterEach
    void end() throws Exception {
        fixture.close();
    }

    @Test
    void volumeIsMadeWhereThePodWillRunAndTheCapacityThereIsLess() throws Exception {
        await().untilAsserted(() -> assertThat(capacities()).isEqualTo(Map.of("east", "5Gi", "west", "3Gi")));
        PersistentVolumeClaim claim = fixture.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n2\"");
        PersistentVolume volume = fixture.awaitVolume(claim);
        assertThat(volume.nodeTerms())
                .containsExactly(new PersistentVolume.NodeSelectorTerm(
                        List.of(LabelRequirement.in("zone", List.of("west"))), List.of()));
        CreateVolumeRequest request =
                fixture.driver.<CreateVolumeRequest>calls("CreateVolume").getFirst();
        assertThat(request.getAccessibilityRequirements().getRequisiteList().stream()
                        .map(TopologyProvisioningTest::zone))
                .containsExactly("east", "west");
        assertThat(request.getAccessibilityRequirements().getPreferredList().stream()
                        .map(TopologyProvisioningTest::zone))
                .containsExactly("west", "east");
        await().untilAsserted(() -> assertThat(capacities()).isEqualTo(Map.of("east", "5Gi", "west", "2Gi")));
        assertThat(asked("east")).isEqualTo(1);

        free.put("west", 3 * GIB);
        fixture.phase(volume.meta().name(), "Released");
        await().untilAsserted(() -> assertThat(capacities()).isEqualTo(Map.of("east", "5Gi", "west", "3Gi")));
        assertThat(asked("east")).isEqualTo(1);
    }

    @Test
    void claimGoesBackToTheSchedulerWhenTheNodesZoneIsFull() throws Exception {
        await().untilAsserted(() -> assertThat(capacities()).hasSize(2));
        free.put("west", 0L);
        PersistentVolumeClaim claim = fixture.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n2\"");
        await().until(() -> fixture.find(claim)
                .orElseThrow()
                .meta()
                .annotation(VolumeAnnotations.SELECTED_NODE)
                .isEmpty());
        await().untilAsserted(() -> assertThat(capacities()).containsEntry("west", "0"));
    }

    @Test
    void claimIsRescheduledWhenTheNodeIsDeleted() throws Exception {
        PersistentVolumeClaim claim = fixture.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n9\"");
        await().until(() -> fixture.find(claim)
                .orElseThrow()
                .meta()
                .annotation(VolumeAnnotations.SELECTED_NODE)
                .isEmpty());
        await().untilAsserted(() -> assertThat(fixture.events("data"))
                .anyMatch(event -> event.contains("failed to get selected CSINode n9")));
        assertThat(fixture.count("CreateVolume")).isZero();
    }

    private long asked(String zone) {
        return fixture.driver.<GetCapacityRequest>calls("GetCapacity").stream()
                .filter(request -> zone(request.getAccessibleTopology()).equals(zone))
                .count();
    }

    private static String zone(Topology topology) {
        return topology.getSegmentsOrDefault("zone", "");
    }

    private Map<String, String> capacities() throws IOException, InterruptedException {
        try (var in = fixture.cluster.api().stream("/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities")) {
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
