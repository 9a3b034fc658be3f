package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.testing.FakeDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeDeploymentTest {
    private static final String[] QUICK = {
        "--node-deployment", "--node-deployment-base-delay=20ms", "--node-deployment-max-delay=100ms"
    };

    private static final RPC.Type[] SOURCES = {
        RPC.Type.CREATE_DELETE_VOLUME, RPC.Type.GET_CAPACITY, RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.CLONE_VOLUME
    };

    @TempDir
    private Path dir;

    private ProvisionerFixture fixture;
    private FakeDriver second;
    private FakeVolumes secondVolumes;

    @BeforeEach
    void begin() throws Exception {
        fixture = new ProvisionerFixture(dir);
        second = new FakeDriver(Files.createDirectory(dir.resolve("second")));
        secondVolumes = new FakeVolumes(second);
        on(fixture.driver, fixture.fakeVolumes, "n1");
        on(second, secondVolumes, "n2");
    }

    private static void on(FakeDriver driver, FakeVolumes fakeVolumes, String node) {
        Topology here = Topology.newBuilder().putSegments("node", node).build();
        driver.controller(RPC.Type.CREATE_DELETE_VOLUME, RPC.Type.GET_CAPACITY);
        driver.on(
                "NodeGetInfo",
                _ -> NodeGetInfoResponse.newBuilder()
                        .setNodeId(node)
                        .setAccessibleTopology(here)
                        .build());
        room(driver, Long.MAX_VALUE);
        driver.on("CreateVolume", (CreateVolumeRequest request) -> {
            var made = fakeVolumes.create(request).toBuilder();
            made.getVolumeBuilder().addAccessibleTopology(here);
            return made.build();
        });
    }

    private static void room(FakeDriver driver, long bytes) {
        driver.on(
                "GetCapacity",
                _ -> GetCapacityResponse.newBuilder()
                        .setAvailableCapacity(bytes)
                        .build());
    }

    @AfterEach
    void end() throws Exception {
        fixture.close();
        second.close();
    }

    private void both(String... more) throws Exception {
        String[] args = new String[QUICK.length + more.length];
        System.arraycopy(QUICK, 0, args, 0, QUICK.length);
        System.arraycopy(more, 0, args, QUICK.length, more.length);
        fixture.beginWhole(fixture.driver, Map.of("NODE_NAME", "n1"), args);
        fixture.beginWhole(second, Map.of("NODE_NAME", "n2"), args);
    }

    @Test
    void claimWithoutANodeIsTakenByOneNode() throws Exception {
        fixture.storageClass("");
        both();
        for (int i = 0; i < 10; i++) {
            PersistentVolumeClaim claim = fixture.claim("data-" + i);
            PersistentVolume volume = fixture.awaitVolume(claim);
            String node = fixture.find(claim).orElseThrow().meta().annotation(VolumeAnnotations.SELECTED_NODE);
            assertThat(node).isIn("n1", "n2");
            assertThat(volume.nodeTerms().getFirst().labels().getFirst().values())
                    .containsExactly(node);
        }
        assertThat(fixture.fakeVolumes.all().size() + secondVolumes.all().size())
                .isEqualTo(10);
    }

    @Test
    void nodeWithoutRoomLeavesTheClaimToAnother() throws Exception {
        fixture.storageClass("");
        room(fixture.driver, 1);
        both();
        for (int i = 0; i < 3; i++) {
            fixture.awaitVolume(fixture.claim("data-" + i));
        }
        assertThat(fixture.fakeVolumes.all()).isEmpty();
        assertThat(secondVolumes.all()).hasSize(3);
    }

    @Test
    void claimOfTheSchedulersNodeIsMadeThereAndDeletedThere() throws Exception {
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        both();
        PersistentVolumeClaim claim = fixture.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n2\"");
        PersistentVolume volume = fixture.awaitVolume(claim);
        assertThat(fixture.count("CreateVolume")).isZero();
        fixture.phase(volume.meta().name(), "Released");
        await().until(() -> secondVolumes.all().isEmpty());
        assertThat(fixture.count("DeleteVolume")).isZero();
    }

    @Test
    void classThatAllowsOtherPlacesIsNotForThisNode() throws Exception {
        fixture.storageClass(
                ", \"allowedTopologies\": [{\"matchLabelExpressions\": [{\"key\": \"node\", \"values\": [\"n2\"]}]}]");
        both("--strict-topology");
        fixture.awaitVolume(fixture.claim("data"));
        assertThat(fixture.fakeVolumes.all()).isEmpty();
        assertThat(secondVolumes.all()).hasSize(1);
    }

    @Test
    void claimIsPassedOnToTheNodeThatHasItsSnapshot() throws Exception {
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        snapshotOn("n2");
        both();
        PersistentVolumeClaim claim = copy("copy", "n1", "\"apiGroup\": \"snapshot.storage.k8s.io\"", "VolumeSnapshot");
        assertMadeOnTheSecond(claim);
    }

    @Test
    void snapshotDecidesWhichNodeTakesAClaimWithoutANode() throws Exception {
        fixture.storageClass("");
        snapshotOn("n2");
        both();
        for (int i = 0; i < 5; i++) {
            String name = "copy-" + i;
            assertMadeOnTheSecond(copy(name, "", "\"apiGroup\": \"snapshot.storage.k8s.io\"", "VolumeSnapshot"));
        }
    }

    @Test
    void claimIsPassedOnToTheNodeThatHasTheVolumeToClone() throws Exception {
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        fixture.driver.controller(SOURCES);
        second.controller(SOURCES);
        both();
        PersistentVolumeClaim source = fixture.claim("source", ", \"volume.kubernetes.io/selected-node\": \"n2\"");
        PersistentVolume volume = fixture.awaitVolume(source);
        fixture.phase(volume.meta().name(), "Bound");
        fixture.bind(source);
        assertMadeOnTheSecond(copy("copy", "n1", "\"apiGroup\": null", "PersistentVolumeClaim"));
    }

    private void assertMadeOnTheSecond(PersistentVolumeClaim claim) throws Exception {
        fixture.awaitVolume(claim);
        assertThat(secondVolumes.all()).containsKey(ProvisionerFixture.volumeName(claim));
        assertThat(fixture.count("CreateVolume")).isZero();
        assertThat(fixture.find(claim).orElseThrow().meta().annotation(VolumeAnnotations.SELECTED_NODE))
                .isEqualTo("n2");
    }

    /// A claim that is a copy of the object `source`.
    private PersistentVolumeClaim copy(String name, String node, String group, String kind) throws Exception {
        return fixture.cluster.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s", "annotations": {"%s": "%s" %s}},
                 "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}},
                          "dataSource": {%s, "kind": "%s", "name": "source"}}}""".formatted(
                        name,
                        VolumeAnnotations.STORAGE_PROVISIONER,
                        FakeDriver.NAME,
                        node.isEmpty() ? "" : ", \"%s\": \"%s\"".formatted(VolumeAnnotations.SELECTED_NODE, node),
                        group,
                        kind));
    }

    /// The snapshot `source`, as snapshot controller and snapshotter leave it when there is one on every node.
    private void snapshotOn(String node) throws Exception {
        fixture.driver.controller(SOURCES);
        second.controller(SOURCES);
        var snapshot = fixture.cluster.create(Kinds.SNAPSHOTS, "default", """
                {"metadata": {"name": "source"}, "spec": {"source": {"persistentVolumeClaimName": "x"}}}""");
        fixture.cluster.create(Kinds.SNAPSHOT_CONTENTS, "", """
                {"metadata": {"name": "c", "labels": {"%s": "%s"}},
                 "spec": {"driver": "%s", "deletionPolicy": "Delete", "source": {"volumeHandle": "v"},
                          "volumeSnapshotRef": {"namespace": "default", "name": "source", "uid": "%s"}}}""".formatted(
                        SnapshotMetadataKeys.MANAGED_BY,
                        node,
                        FakeDriver.NAME,
                        snapshot.meta().uid()));
        status(Kinds.SNAPSHOT_CONTENTS, "", "c", "{\"status\": {\"snapshotHandle\": \"handle\"}}");
        status(Kinds.SNAPSHOTS, "default", "source", """
                {"status": {"boundVolumeSnapshotContentName": "c", "readyToUse": true, "restoreSize": "1Gi"}}""");
    }

    private void status(Kind<?> kind, String namespace, String name, String status) throws Exception {
        var change = (ObjectNode) Json.read(status.getBytes(StandardCharsets.UTF_8));
        fixture.cluster.api().patch(kind, namespace, name, Patch.merge(change).status());
    }

    @Test
    void nothingIsRacedForWhenThatIsSwitchedOff() throws Exception {
        fixture.storageClass("");
        both("--node-deployment-immediate-binding=false");
        PersistentVolumeClaim untouched = fixture.claim("data");
        PersistentVolumeClaim chosen = fixture.claim("other", ", \"volume.kubernetes.io/selected-node\": \"n1\"");
        fixture.awaitVolume(chosen);
        assertThat(fixture.find(untouched).orElseThrow().meta().annotation(VolumeAnnotations.SELECTED_NODE))
                .isEmpty();
    }

    @Test
    void waitsAreShorterThanTheBaseAtFirstAndGrowUpToTheLongest() {
        var backoff = new OwnershipBackoff(Duration.ofSeconds(20), Duration.ofSeconds(60), new Random(1));
        Instant now = Instant.EPOCH;
        Duration first = backoff.remaining("uid", now);
        assertThat(first).isBetween(Duration.ZERO, Duration.ofSeconds(20));
        assertThat(backoff.remaining("uid", now.plusSeconds(1))).isEqualTo(first.minusSeconds(1));
        assertThat(backoff.again("uid", now)).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(40));
        assertThat(backoff.again("uid", now)).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(60));
        assertThat(backoff.again("uid", now)).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(60));
        backoff.forget("uid");
        assertThat(backoff.remaining("uid", now)).isLessThanOrEqualTo(Duration.ofSeconds(20));
    }
}
