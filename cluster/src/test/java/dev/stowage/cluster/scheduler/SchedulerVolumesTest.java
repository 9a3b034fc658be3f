package dev.stowage.cluster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Claims with WaitForFirstConsumer.
class SchedulerVolumesTest {

    @TempDir
    private Path folder;

    private SchedulerFixture nodes;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        nodes = new SchedulerFixture(folder);
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        nodes.end();
    }

    @Test
    void volumeThatIsThereIsReservedForTheClaimAndThePodGoesToIt() throws Exception {
        nodes.storageClass("kubernetes.io/no-provisioner");
        nodes.volume("v2", "n2");
        nodes.claim("data", "1Gi", "ReadWriteOnce");
        nodes.pod("p", "", "data");

        assertThat(nodes.nodeOf("p")).isEqualTo("n2");
        JsonNode volume = nodes.controllerFixture().get(Kinds.VOLUMES, "", "v2");
        assertThat(volume.at("/spec/claimRef/name").asText()).isEqualTo("data");
        assertThat(volume.at("/spec/claimRef/uid").asText())
                .isEqualTo(nodes.controllerFixture()
                        .get(Kinds.CLAIMS, "default", "data")
                        .at("/metadata/uid")
                        .asText());
        assertThat(volume.at("/metadata/annotations/pv.kubernetes.io~1bound-by-controller")
                        .asText())
                .isEqualTo("yes");
    }

    @Test
    void volumeIsMadeForTheNodeThatWasChosen() throws Exception {
        nodes.storageClass(SchedulerFixture.DRIVER);
        nodes.claim("data", "1Gi", "ReadWriteOnce");
        nodes.pod("p", "", "data");

        String node = nodes.nodeOf("p");

        assertThat(nodes.controllerFixture()
                        .get(Kinds.CLAIMS, "default", "data")
                        .at("/metadata/annotations/volume.kubernetes.io~1selected-node")
                        .asText())
                .isEqualTo(node);
    }

    @Test
    void podIsPlacedAnewWhenTheProvisionerGivesTheNodeBack() throws Exception {
        nodes.storageClass(SchedulerFixture.DRIVER);
        nodes.make(
                Kinds.CSI_DRIVERS,
                "",
                "{'metadata':{'name':'%s'},'spec':{'storageCapacity':true}}".formatted(SchedulerFixture.DRIVER));
        nodes.capacity("n1", "9Gi");
        nodes.capacity("n2", "5Gi");
        nodes.scriptedBinder().full("n1");
        nodes.claim("data", "1Gi", "ReadWriteOnce");
        nodes.pod("p", "", "data");

        await().untilAsserted(() -> assertThat(nodes.events("FailedScheduling"))
                .contains("running PreBind plugin \"VolumeBinding\": binding volumes: provisioning failed for PVC"
                        + " \"data\""));
        nodes.controllerFixture()
                .change(Kinds.STORAGE_CAPACITIES, "default", "on-n1", SchedulerFixture.json("{'capacity':'0'}"));

        assertThat(nodes.nodeOf("p")).isEqualTo("n2");
    }

    @Test
    void claimsOfAPodAreSummedAndRoomThatComesLaterIsUsed() throws Exception {
        nodes.storageClass(SchedulerFixture.DRIVER);
        nodes.make(
                Kinds.CSI_DRIVERS,
                "",
                "{'metadata':{'name':'%s'},'spec':{'storageCapacity':true}}".formatted(SchedulerFixture.DRIVER));
        nodes.capacity("n1", "3Gi");
        nodes.claim("one", "2Gi", "ReadWriteOnce");
        nodes.claim("two", "2Gi", "ReadWriteOnce");
        nodes.pod("p", "", "one", "two");

        assertThat(nodes.refusal("p"))
                .isEqualTo("0/3 nodes are available: 3 node(s) did not have enough free storage. preemption: 0/3 nodes"
                        + " are available: 3 Preemption is not helpful for scheduling.");
        await().untilAsserted(() -> assertThat(nodes.events("FailedScheduling")).containsExactly(nodes.refusal("p")));
        nodes.capacity("n3", "4Gi");

        assertThat(nodes.nodeOf("p")).isEqualTo("n3");
    }

    @Test
    void claimForOnePodIsUsedByOneAtATime() throws Exception {
        nodes.storageClass(SchedulerFixture.DRIVER);
        nodes.claim("data", "1Gi", "ReadWriteOncePod");
        nodes.pod("first", "", "data");
        nodes.nodeOf("first");
        nodes.pod("second", "", "data");

        assertThat(nodes.refusal("second"))
                .startsWith("0/3 nodes are available: 3 node(s) unavailable due to PersistentVolumeClaim with"
                        + " ReadWriteOncePod access mode already in-use by another pod.");
        nodes.remove("first");

        nodes.nodeOf("second");
    }

    @Test
    void nodesBearAsManyVolumesAsTheirDriverSays() throws Exception {
        nodes.storageClass(SchedulerFixture.DRIVER);
        for (String node : List.of("n1", "n2", "n3")) {
            nodes.make(
                    Kinds.CSI_NODES,
                    "",
                    "{'metadata':{'name':'%s'},'spec':{'drivers':[{'name':'%s','nodeID':'%s','topologyKeys':[],'allocatable':{'count':1}}]}}"
                            .formatted(node, SchedulerFixture.DRIVER, node));
        }
        for (int i = 0; i < 4; i++) {
            nodes.claim("c" + i, "1Gi", "ReadWriteOnce");
            nodes.pod("p" + i, "", "c" + i);
        }

        assertThat(List.of(nodes.nodeOf("p0"), nodes.nodeOf("p1"), nodes.nodeOf("p2")))
                .containsExactlyInAnyOrder("n1", "n2", "n3");
        assertThat(nodes.refusal("p3")).startsWith("0/3 nodes are available: 3 node(s) exceed max volume count.");
        nodes.remove("p1");

        assertThat(nodes.nodeOf("p3")).isEqualTo(nodes.nodeOf("p1"));
    }

    @Test
    void nextSchedulerFinishesWhatTheLastBegan() throws Exception {
        nodes.scriptedBinder().end();
        nodes.storageClass(SchedulerFixture.DRIVER);
        nodes.claim("data", "1Gi", "ReadWriteOnce");
        nodes.pod("p", "", "data");
        String node = await().until(
                        () -> nodes.controllerFixture()
                                .informers()
                                .of(Kinds.CLAIMS)
                                .find(new NamespacedName("default", "data"))
                                .map(claim -> claim.meta().annotation(VolumeAnnotations.SELECTED_NODE))
                                .orElse(""),
                        chosen -> !chosen.isEmpty());
        nodes.endScheduler();
        nodes.pod("q", "", "data");

        nodes.newScheduler();
        nodes.scriptedBinder(true);

        assertThat(nodes.nodeOf("p")).isEqualTo(node);
        assertThat(nodes.nodeOf("q")).isEqualTo(node);
    }
}
