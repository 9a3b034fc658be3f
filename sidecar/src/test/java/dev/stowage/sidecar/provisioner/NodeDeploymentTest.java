package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.Topology;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import dev.stowage.sidecar.testing.FakeDriver;
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

    @TempDir
    private Path dir;

    private ProvisionerFixture at;
    private FakeDriver second;
    private FakeVolumes secondVolumes;

    @BeforeEach
    void begin() throws Exception {
        at = new ProvisionerFixture(dir);
        second = new FakeDriver(Files.createDirectory(dir.resolve("second")));
        secondVolumes = new FakeVolumes(second);
        on(at.driver, at.fakeVolumes, "n1");
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
        at.close();
        second.close();
    }

    private void both(String... more) throws Exception {
        String[] args = new String[QUICK.length + more.length];
        System.arraycopy(QUICK, 0, args, 0, QUICK.length);
        System.arraycopy(more, 0, args, QUICK.length, more.length);
        at.beginWhole(at.driver, Map.of("NODE_NAME", "n1"), args);
        at.beginWhole(second, Map.of("NODE_NAME", "n2"), args);
    }

    @Test
    void claimWithoutANodeIsTakenByOneNode() throws Exception {
        at.storageClass("");
        both();
        for (int i = 0; i < 10; i++) {
            PersistentVolumeClaim claim = at.claim("data-" + i);
            PersistentVolume volume = at.awaitVolume(claim);
            String node = at.find(claim).orElseThrow().meta().annotation(ProvisionerAnnotations.SELECTED_NODE);
            assertThat(node).isIn("n1", "n2");
            assertThat(volume.nodeTerms().getFirst().labels().getFirst().values())
                    .containsExactly(node);
        }
        assertThat(at.fakeVolumes.all().size() + secondVolumes.all().size()).isEqualTo(10);
    }

    @Test
    void nodeWithoutRoomLeavesTheClaimToAnother() throws Exception {
        at.storageClass("");
        room(at.driver, 1);
        both();
        for (int i = 0; i < 3; i++) {
            at.awaitVolume(at.claim("data-" + i));
        }
        assertThat(at.fakeVolumes.all()).isEmpty();
        assertThat(secondVolumes.all()).hasSize(3);
    }

    @Test
    void claimOfTheSchedulersNodeIsMadeThereAndDeletedThere() throws Exception {
        at.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        both();
        PersistentVolumeClaim claim = at.claim("data", ", \"volume.kubernetes.io/selected-node\": \"n2\"");
        PersistentVolume volume = at.awaitVolume(claim);
        assertThat(at.count("CreateVolume")).isZero();
        at.phase(volume.meta().name(), "Released");
        await().until(() -> secondVolumes.all().isEmpty());
        assertThat(at.count("DeleteVolume")).isZero();
    }

    @Test
    void classThatAllowsOtherPlacesIsNotForThisNode() throws Exception {
        at.storageClass(
                ", \"allowedTopologies\": [{\"matchLabelExpressions\": [{\"key\": \"node\", \"values\": [\"n2\"]}]}]");
        both("--strict-topology");
        at.awaitVolume(at.claim("data"));
        assertThat(at.fakeVolumes.all()).isEmpty();
        assertThat(secondVolumes.all()).hasSize(1);
    }

    @Test
    void nothingIsRacedForWhenThatIsSwitchedOff() throws Exception {
        at.storageClass("");
        both("--node-deployment-immediate-binding=false");
        PersistentVolumeClaim untouched = at.claim("data");
        PersistentVolumeClaim chosen = at.claim("other", ", \"volume.kubernetes.io/selected-node\": \"n1\"");
        at.awaitVolume(chosen);
        assertThat(at.find(untouched).orElseThrow().meta().annotation(ProvisionerAnnotations.SELECTED_NODE))
                .isEmpty();
    }

    @Test
    void waitsAreShorterThanTheBaseAtFirstAndGrowUpToTheLongest() {
        var ownershipBackoff = new OwnershipBackoff(Duration.ofSeconds(20), Duration.ofSeconds(60), new Random(1));
        Instant now = Instant.EPOCH;
        Duration first = ownershipBackoff.remaining("uid", now);
        assertThat(first).isBetween(Duration.ZERO, Duration.ofSeconds(20));
        assertThat(ownershipBackoff.remaining("uid", now.plusSeconds(1))).isEqualTo(first.minusSeconds(1));
        assertThat(ownershipBackoff.again("uid", now)).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(40));
        assertThat(ownershipBackoff.again("uid", now)).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(60));
        assertThat(ownershipBackoff.again("uid", now)).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(60));
        ownershipBackoff.forget("uid");
        assertThat(ownershipBackoff.remaining("uid", now)).isLessThanOrEqualTo(Duration.ofSeconds(20));
    }
}
