package dev.stowage.node.volumemanager;

import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.SOON;
import static dev.stowage.node.volumemanager.testing.ScriptedDriverFixture.DRIVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import dev.stowage.node.volumemanager.testing.ScriptedDriverFixture;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a driver is asked, and what follows from its answers.
final class DriverOperationsTest {

    private static VolumeManager manager(ScriptedDriverFixture stand, NodeContextFixture nodeContextFixture) {
        return new VolumeManager(
                nodeContextFixture.nodeContext(), stand.driver(), new InMemoryNodeStatus(), new NoBuiltInVolumes());
    }

    private static void awaitReady(VolumeManager manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
    }

    @Test
    void theDriverIsToldOfVolumeAndPod() throws Exception {
        try (ScriptedDriverFixture stand = new ScriptedDriverFixture(RPC.Type.STAGE_UNSTAGE_VOLUME);
                NodeContextFixture nodeContextFixture = stand.nodeContextFixture();
                VolumeManager manager = manager(stand, nodeContextFixture)) {
            stand.cluster().csiDriver(false, ", \"podInfoOnMount\": true");
            stand.cluster().secret("keys", "user", "root");
            stand.cluster().bind("data", "h1", false, "ReadWriteMany", """
                    , "mountOptions": ["noatime"]""", """
                    , "fsType": "xfs", "volumeAttributes": {"a": "b"},
                    "nodeStageSecretRef": {"namespace": "default", "name": "keys"},
                    "nodePublishSecretRef": {"namespace": "default", "name": "keys"}""");
            NodePod pod = stand.cluster().pod("web", "data", false);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            Path staging = stand.paths().csiStaging(DRIVER, "h1");
            var capability = VolumeCapability.newBuilder();
            capability.getMountBuilder().setFsType("xfs").addMountFlags("noatime");
            capability.getAccessModeBuilder().setMode(VolumeCapability.AccessMode.Mode.MULTI_NODE_MULTI_WRITER);
            assertThat(stand.script().asked(NodeStageVolumeRequest.class))
                    .containsExactly(NodeStageVolumeRequest.newBuilder()
                            .setVolumeId("h1")
                            .setStagingTargetPath(staging.toString())
                            .setVolumeCapability(capability)
                            .putSecrets("user", "root")
                            .putVolumeContext("a", "b")
                            .build());
            assertThat(stand.script().asked(NodePublishVolumeRequest.class))
                    .containsExactly(NodePublishVolumeRequest.newBuilder()
                            .setVolumeId("h1")
                            .setStagingTargetPath(staging.toString())
                            .setTargetPath(
                                    stand.paths().csiMount(pod.uid(), "pv-data").toString())
                            .setVolumeCapability(capability)
                            .putSecrets("user", "root")
                            .putAllVolumeContext(Map.of(
                                    "a", "b",
                                    "csi.storage.k8s.io/pod.name", "web",
                                    "csi.storage.k8s.io/pod.namespace", "default",
                                    "csi.storage.k8s.io/pod.uid", pod.uid(),
                                    "csi.storage.k8s.io/serviceAccount.name", "default",
                                    "csi.storage.k8s.io/ephemeral", "false"))
                            .build());
            manager.release(pod.uid());
            await().atMost(SOON)
                    .until(() ->
                            stand.script().asked(NodeUnstageVolumeRequest.class).size() == 1);
            assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class)).hasSize(1);
        }
    }

    @Test
    void aRefusedVolumeLeavesNothingAndIsTriedAgain() throws Exception {
        try (ScriptedDriverFixture stand = new ScriptedDriverFixture(RPC.Type.STAGE_UNSTAGE_VOLUME);
                NodeContextFixture nodeContextFixture = stand.nodeContextFixture();
                VolumeManager manager = manager(stand, nodeContextFixture)) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            var good = new CountDownLatch(1);
            stand.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest && good.getCount() > 0) {
                    throw Status.INVALID_ARGUMENT.withDescription("not today").asRuntimeException();
                }
            });
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(manager.status(pod.uid()).toString())
                            .contains("MountVolume.SetUp failed for volume \"pv-data\" : rpc error: code ="
                                    + " InvalidArgument desc = not today"));
            // It is there again for as long as each further try takes.
            await().atMost(SOON).until(() -> Files.notExists(stand.paths().csiVolume(pod.uid(), "pv-data")));
            manager.release(pod.uid());
            // Nothing was published: only what was staged has to go.
            await().atMost(SOON)
                    .until(() ->
                            stand.script().asked(NodeUnstageVolumeRequest.class).size() == 1);
            assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class)).isEmpty();
            good.countDown();
        }
    }

    @Test
    void aCallWhoseOutcomeIsUnknownIsUndoneWhenThePodGoes() throws Exception {
        try (ScriptedDriverFixture stand = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = stand.nodeContextFixture();
                VolumeManager manager = manager(stand, nodeContextFixture)) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            stand.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest) {
                    throw Status.ABORTED.withDescription("still at it").asRuntimeException();
                }
            });
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON)
                    .until(() -> manager.status(pod.uid()) instanceof PodVolumeStatus.Waiting waiting
                            && waiting.why().contains("still at it"));
            assertThat(stand.paths().csiVolume(pod.uid(), "pv-data")).exists();
            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
            assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class)).hasSize(1);
        }
    }

    @Test
    void aVolumeThatHangsHoldsUpNoOther() throws Exception {
        var end = new CountDownLatch(1);
        try (ScriptedDriverFixture stand = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = stand.nodeContextFixture()) {
            VolumeManager manager = manager(stand, nodeContextFixture);
            stand.cluster().csiDriver(false, "");
            stand.cluster().bind("slow", "h1", false, "ReadWriteOnce");
            stand.cluster().bind("fast", "h2", false, "ReadWriteOnce");
            NodePod slow = stand.cluster().pod("slow", "slow", false);
            NodePod fast = stand.cluster().pod("fast", "fast", false);
            stand.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest publish
                        && publish.getVolumeId().equals("h1")) {
                    end.await();
                }
            });
            nodeContextFixture.start();
            manager.start();
            manager.mount(slow);
            manager.mount(fast);
            manager.markPodsComplete();
            awaitReady(manager, fast);
            assertThat(manager.status(slow.uid())).isInstanceOf(PodVolumeStatus.Waiting.class);
            end.countDown();
            awaitReady(manager, slow);
            manager.close();
        }
    }

    @Test
    void anInlineVolumeIsMadeForThePodAndIsNeverStagedOrTold() throws Exception {
        InMemoryNodeStatus node = new InMemoryNodeStatus();
        try (ScriptedDriverFixture stand = new ScriptedDriverFixture(RPC.Type.STAGE_UNSTAGE_VOLUME);
                NodeContextFixture nodeContextFixture = stand.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(), stand.driver(), node, new NoBuiltInVolumes())) {
            stand.cluster().csiDriver(true, ", \"volumeLifecycleModes\": [\"Ephemeral\"], \"podInfoOnMount\": true");
            NodePod pod = stand.cluster().inlinePod("web");
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            assertThat(stand.script().asked(NodeStageVolumeRequest.class)).isEmpty();
            assertThat(stand.script().asked(NodePublishVolumeRequest.class))
                    .singleElement()
                    .satisfies(request -> assertThat(request.getVolumeContextMap())
                            .containsEntry("csi.storage.k8s.io/ephemeral", "true")
                            .containsEntry("size", "1Gi"));
            assertThat(node.volumesReportedInUse()).isEmpty();
            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
        }
    }

    @Test
    void aPodIsNotReadyBeforeItsClaimIsBound() throws Exception {
        try (ScriptedDriverFixture stand = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = stand.nodeContextFixture();
                VolumeManager manager = manager(stand, nodeContextFixture)) {
            stand.cluster().csiDriver(false, "");
            NodePod pod = stand.cluster().pod("web", "data", false);
            var heard = new AtomicInteger();
            manager.listen(_ -> heard.incrementAndGet());
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON)
                    .until(() -> manager.status(pod.uid()) instanceof PodVolumeStatus.Waiting waiting
                            && waiting.failed().contains("data"));
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            awaitReady(manager, pod);
            assertThat(heard).hasPositiveValue();
            // The claim is of no interest any more: the pod has its volume.
            stand.cluster()
                    .api()
                    .delete(
                            stand.cluster()
                                    .api()
                                    .find(Kinds.CLAIMS, "default", "data")
                                    .orElseThrow(),
                            Kinds.CLAIMS);
            awaitReady(manager, pod);
        }
    }
}
