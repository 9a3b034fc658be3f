package dev.stowage.sidecar.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Int64Value;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.CapacityOptions;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import dev.stowage.sidecar.topology.TopologyInformer;
import dev.stowage.sidecar.topology.TopologySegment;
import io.grpc.Status;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityControllerTest {
    private static final TopologySegment EAST = TopologySegment.of(Map.of("zone", "east"));
    private static final TopologySegment WEST = TopologySegment.of(Map.of("zone", "west"));
    private static final Duration HOUR = Duration.ofHours(1);

    /// Topology segments that a test changes.
    private static final class Places implements TopologyInformer {
        private final List<TopologySegment> now = new ArrayList<>(List.of(EAST));
        private final List<Consumer<Change>> listeners = new ArrayList<>();

        @Override
        public synchronized List<TopologySegment> all() {
            return List.copyOf(now);
        }

        @Override
        public synchronized void listen(Consumer<Change> listener) {
            listener.accept(new Change(all(), List.of()));
            listeners.add(listener);
        }

        synchronized void change(List<TopologySegment> added, List<TopologySegment> removed) {
            now.addAll(added);
            now.removeAll(removed);
            listeners.forEach(listener -> listener.accept(new Change(added, removed)));
        }
    }

    @TempDir
    private Path dir;

    private final Places places = new Places();
    private final AtomicLong free = new AtomicLong(1L << 30);
    private SidecarFixture fixture;
    private FakeDriver driver;
    private RoleContext context;
    private final List<CapacityController> publishers = new ArrayList<>();

    @BeforeEach
    void begin() throws Exception {
        fixture = new SidecarFixture(dir);
        driver = new FakeDriver(dir);
        driver.on(
                "GetCapacity",
                _ -> GetCapacityResponse.newBuilder()
                        .setAvailableCapacity(free.get())
                        .setMaximumVolumeSize(Int64Value.of(free.get() / 2))
                        .build());
        context = fixture.shared(driver);
    }

    @AfterEach
    void end() throws Exception {
        publishers.forEach(CapacityController::close);
        context.informers().close();
        driver.close();
        fixture.close();
    }

    private void publish(Duration poll, int ownerLevel, boolean immediate) {
        var publisher = new CapacityController(
                context,
                new CapacityOptions(true, immediate, poll, ownerLevel, 2, 1000, 1000, "default", "me"),
                "",
                Duration.ofMinutes(1),
                new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(100)),
                places);
        publishers.add(publisher);
        context.informers().start();
        publisher.start();
    }

    @Test
    void objectSaysWhatTheDriverHasWhereForWhichClass() throws Exception {
        storageClass("slow", "WaitForFirstConsumer");
        storageClass("now", "Immediate");
        publish(HOUR, -1, false);
        await().untilAsserted(() -> assertThat(objects()).hasSize(1));
        JsonNode object = objects().getFirst();
        assertThat(object.path("metadata").path("name").asText()).startsWith("csisc-");
        assertThat(object.path("metadata").path("labels").toString())
                .isEqualTo("{\"csi.storage.k8s.io/drivername\":\"" + FakeDriver.NAME
                        + "\",\"csi.storage.k8s.io/managed-by\":\"external-provisioner\"}");
        assertThat(object.path("metadata").has("ownerReferences")).isFalse();
        assertThat(object.path("storageClassName").asText()).isEqualTo("slow");
        assertThat(object.path("nodeTopology").toString()).isEqualTo("{\"matchLabels\":{\"zone\":\"east\"}}");
        assertThat(object.path("capacity").asText()).isEqualTo("1Gi");
        assertThat(object.path("maximumVolumeSize").asText()).isEqualTo("512Mi");
        GetCapacityRequest request =
                driver.<GetCapacityRequest>calls("GetCapacity").getFirst();
        assertThat(request.getAccessibleTopology()).isEqualTo(EAST.message());
        assertThat(request.getParametersMap()).isEqualTo(Map.of("csi.storage.k8s.io/fstype", "ext4"));
        // The server has the object before the controller receives the response.
        await().untilAsserted(() -> assertThat(figures()).containsExactly(1.0, 1.0, 0.0));
    }

    @Test
    void classesThatBindAtOnceArePublishedOnlyOnDemand() throws Exception {
        storageClass("now", "Immediate");
        publish(HOUR, -1, true);
        await().untilAsserted(() -> assertThat(objects()).hasSize(1));
    }

    @Test
    void objectsFollowPlacesAndClasses() throws Exception {
        StorageClass slow = storageClass("slow", "WaitForFirstConsumer");
        publish(HOUR, -1, false);
        places.change(List.of(WEST), List.of());
        await().untilAsserted(() -> assertThat(zones()).containsExactlyInAnyOrder("east", "west"));
        places.change(List.of(), List.of(EAST));
        await().untilAsserted(() -> assertThat(zones()).containsExactly("west"));
        storageClass("other", "WaitForFirstConsumer");
        await().untilAsserted(() -> assertThat(zones()).containsExactly("west", "west"));
        fixture.api().delete(slow, Kinds.STORAGE_CLASSES);
        await().untilAsserted(() -> assertThat(zones()).containsExactly("west"));
    }

    @Test
    void capacityIsPolledAndWrittenOnlyWhenItChanged() throws Exception {
        storageClass("slow", "WaitForFirstConsumer");
        publish(Duration.ofMillis(50), -1, false);
        await().untilAsserted(() -> assertThat(objects()).hasSize(1));
        String version =
                objects().getFirst().path("metadata").path("resourceVersion").asText();
        int asked = driver.calls("GetCapacity").size();
        await().until(() -> driver.calls("GetCapacity").size() > asked + 2);
        assertThat(objects().getFirst().path("metadata").path("resourceVersion").asText())
                .isEqualTo(version);
        free.set(3L << 30);
        await().untilAsserted(() ->
                assertThat(objects().getFirst().path("capacity").asText()).isEqualTo("3Gi"));
    }

    @Test
    void whatIsObsoleteDoubleOrDeletedByOthersIsPutRight() throws Exception {
        storageClass("slow", "WaitForFirstConsumer");
        stranger("a", "slow", "east");
        stranger("b", "slow", "east");
        stranger("c", "slow", "north");
        stranger("d", "gone", "east");
        publish(HOUR, -1, false);
        await().untilAsserted(() -> assertThat(names()).containsExactly("a"));
        await().untilAsserted(() ->
                assertThat(objects().getFirst().path("capacity").asText()).isEqualTo("1Gi"));
        var left = fixture.api().find(Kinds.STORAGE_CAPACITIES, "default", "a").orElseThrow();
        fixture.api().delete(left, Kinds.STORAGE_CAPACITIES);
        await().untilAsserted(
                        () -> assertThat(names()).singleElement().asString().startsWith("csisc-"));
    }

    @Test
    void failedGetCapacityIsRetried() throws Exception {
        storageClass("slow", "WaitForFirstConsumer");
        AtomicLong calls = new AtomicLong();
        driver.on("GetCapacity", _ -> {
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.UNAVAILABLE, "not yet");
            }
            return GetCapacityResponse.newBuilder().setAvailableCapacity(5).build();
        });
        publish(HOUR, -1, false);
        await().untilAsserted(() -> assertThat(objects()).hasSize(1));
        assertThat(calls).hasValue(3);
    }

    @Test
    void ownerIsFoundFromThePodUpwards() throws Exception {
        storageClass("slow", "WaitForFirstConsumer");
        var accounts = new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read);
        fixture.create(accounts, "default", "{\"metadata\": {\"name\": \"default\"}}");
        fixture.create(Kinds.PODS, "default", """
                {"metadata": {"name": "me", "ownerReferences": [
                   {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "set", "uid": "u-1", "controller": true}]},
                 "spec": {"containers": [{"name": "c", "image": "i"}]}}""");
        stranger("a", "slow", "east");
        publish(HOUR, 1, false);
        await().untilAsserted(() -> assertThat(objects()
                        .getFirst()
                        .path("metadata")
                        .path("ownerReferences")
                        .toString())
                .isEqualTo("[{\"apiVersion\":\"apps/v1\",\"kind\":\"DaemonSet\",\"name\":\"set\",\"uid\":\"u-1\","
                        + "\"controller\":true}]"));
        assertThat(CapacityOwner.above(fixture.api(), "default", "me", 0).kind())
                .isEqualTo("Pod");
    }

    @ParameterizedTest
    @CsvSource({
        "'', external-provisioner",
        "node-1, external-provisioner-node-1",
        "a-node-with-a-name-of-forty-three-letters-x, external-p-53f40b57-a-node-with-a-name-of-forty-three-letters-x",
        "a-very-long-name-of-a-node-that-leaves-no-room-for-the-rest.example.com, external-provisioner-863a9345",
    })
    void objectsAreKnownByTheNodeTheyAreOf(String node, String label) {
        assertThat(ManagedByLabel.label(node)).hasSizeLessThanOrEqualTo(63).isEqualTo(label);
    }

    private StorageClass storageClass(String name, String binding) throws Exception {
        return fixture.create(Kinds.STORAGE_CLASSES, "", """
                {"metadata": {"name": "%s"}, "provisioner": "%s", "volumeBindingMode": "%s",
                 "parameters": {"csi.storage.k8s.io/fstype": "ext4"}}""".formatted(name, FakeDriver.NAME, binding));
    }

    /// An object that an earlier process left.
    private void stranger(String name, String storageClass, String zone) throws Exception {
        fixture.create(Kinds.STORAGE_CAPACITIES, "default", """
                {"metadata": {"name": "%s", "labels": {"csi.storage.k8s.io/drivername": "%s",
                   "csi.storage.k8s.io/managed-by": "external-provisioner"}},
                 "storageClassName": "%s", "nodeTopology": {"matchLabels": {"zone": "%s"}}, "capacity": "7"}""".formatted(name, FakeDriver.NAME, storageClass, zone));
    }

    private List<JsonNode> objects() throws IOException, InterruptedException {
        try (var in = fixture.api().stream("/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities")) {
            List<JsonNode> found = new ArrayList<>();
            Json.read(in.readAllBytes()).path("items").forEach(found::add);
            return found;
        }
    }

    private List<String> names() throws IOException, InterruptedException {
        return objects().stream()
                .map(object -> object.path("metadata").path("name").asText())
                .toList();
    }

    private List<String> zones() throws IOException, InterruptedException {
        return objects().stream()
                .map(object -> object.path("nodeTopology")
                        .path("matchLabels")
                        .path("zone")
                        .asText())
                .toList();
    }

    /// Goal, current, obsolete.
    private List<Double> figures() {
        PrometheusRegistry metrics = context.metrics();
        return List.of("desired_goal", "desired_current", "obsolete").stream()
                .map(name -> metrics.scrape(found -> found.equals("csistoragecapacities_" + name)).stream()
                        .map(GaugeSnapshot.class::cast)
                        .findFirst()
                        .orElseThrow()
                        .getDataPoints()
                        .getFirst()
                        .getValue())
                .toList();
    }
}
