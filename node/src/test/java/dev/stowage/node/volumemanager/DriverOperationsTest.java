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

/// The calls to a driver, and the reactions to its responses.
final class DriverOperationsTest {

    private static VolumeManager manager(ScriptedDriverFixture fixture, NodeContextFixture nodeContextFixture) {
        return new VolumeManager(
                nodeContextFixture.nodeContext(), fixture.driver(), new InMemoryNodeStatus(), new NoBuiltInVolumes());
    }

    private static void awaitReady(VolumeManager manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
    }

    @Test
    void theDriverIsToldOfVolumeAndPod() throws Exception {
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture(RPC.Type.STAGE_UNSTAGE_VOLUME);
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = manager(fixture, nodeContextFixture)) {
            fixture.cluster().csiDriver(false, ", \"podInfoOnMount\": true");
            fixture.cluster().secret("keys", "user", "root");
            fixture.cluster().bind("data", "h1", false, "ReadWriteMany", """
                    , "mountOptions": ["noatime"]""", """
                    , "fsType": "xfs", "volumeAttributes": {"a": "b"},
                    "nodeStageSecretRef": {"namespace": "default", "name": "keys"},
                    "nodePublishSecretRef": {"namespace": "default", "name": "keys"}""");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            Path staging = fixture.paths().csiStaging(DRIVER, "h1");
            var capability = VolumeCapability.newBuilder();
            capability.getMountBuilder().setFsType("xfs").addMountFlags("noatime");
            capability.getAccessModeBuilder().setMode(VolumeCapability.AccessMode.Mode.MULTI_NODE_MULTI_WRITER);
            assertThat(fixture.script().asked(NodeStageVolumeRequest.class))
                    .containsExactly(NodeStageVolumeRequest.newBuilder()
                            .setVolumeId("h1")
                            .setStagingTargetPath(staging.toString())
                            .setVolumeCapability(capability)
                            .putSecrets("user", "root")
                            .putVolumeContext("a", "b")
                            .build());
            assertThat(fixture.script().asked(NodePublishVolumeRequest.class))
                    .containsExactly(NodePublishVolumeRequest.newBuilder()
                            .setVolumeId("h1")
                            .setStagingTargetPath(staging.toString())
                            .setTargetPath(fixture.paths()
                                    .csiMount(pod.uid(), "pv-data")
                                    .toString())
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
                    .until(() -> fixture.script()
                                    .asked(NodeUnstageVolumeRequest.class)
                                    .size()
                            == 1);
            assertThat(fixture.script().asked(NodeUnpublishVolumeRequest.class)).hasSize(1);
        }
    }

    @Test
    void aRefusedVolumeLeavesNothingAndIsTriedAgain() throws Exception {
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture(RPC.Type.STAGE_UNSTAGE_VOLUME);
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = manager(fixture, nodeContextFixture)) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            var good = new CountDownLatch(1);
            fixture.script().does(request -> {
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
            // Each retry creates it again for a moment.
            await().atMost(SOON).until(() -> Files.notExists(fixture.paths().csiVolume(pod.uid(), "pv-data")));
            manager.release(pod.uid());
            // Nothing was published: only the staging must be undone.
            await().atMost(SOON)
                    .until(() -> fixture.script()
                                    .asked(NodeUnstageVolumeRequest.class)
                                    .size()
                            == 1);
            assertThat(fixture.script().asked(NodeUnpublishVolumeRequest.class)).isEmpty();
            good.countDown();
        }
    }

    @Test
    void aCallWhoseOutcomeIsUnknownIsUndoneWhenThePodGoes() throws Exception {
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = manager(fixture, nodeContextFixture)) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            fixture.script().does(request -> {
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
            assertThat(fixture.paths().csiVolume(pod.uid(), "pv-data")).exists();
            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
            assertThat(fixture.script().asked(NodeUnpublishVolumeRequest.class)).hasSize(1);
        }
    }

    @Test
    void aVolumeThatHangsHoldsUpNoOther() throws Exception {
        var end = new CountDownLatch(1);
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture()) {
            VolumeManager manager = manager(fixture, nodeContextFixture);
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().bind("slow", "h1", false, "ReadWriteOnce");
            fixture.cluster().bind("fast", "h2", false, "ReadWriteOnce");
            NodePod slow = fixture.cluster().pod("slow", "slow", false);
            NodePod fast = fixture.cluster().pod("fast", "fast", false);
            fixture.script().does(request -> {
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
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture(RPC.Type.STAGE_UNSTAGE_VOLUME);
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(), fixture.driver(), node, new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(true, ", \"volumeLifecycleModes\": [\"Ephemeral\"], \"podInfoOnMount\": true");
            NodePod pod = fixture.cluster().inlinePod("web");
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            assertThat(fixture.script().asked(NodeStageVolumeRequest.class)).isEmpty();
            assertThat(fixture.script().asked(NodePublishVolumeRequest.class))
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
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = manager(fixture, nodeContextFixture)) {
            fixture.cluster().csiDriver(false, "");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            var heard = new AtomicInteger();
            manager.listen(_ -> heard.incrementAndGet());
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON)
                    .until(() -> manager.status(pod.uid()) instanceof PodVolumeStatus.Waiting waiting
                            && waiting.failed().contains("data"));
            fixture.cluster().bind("data", "h1", false, "ReadWriteOnce");
            awaitReady(manager, pod);
            assertThat(heard).hasPositiveValue();
            // The claim no longer matters: the pod has its volume.
            fixture.cluster()
                    .api()
                    .delete(
                            fixture.cluster()
                                    .api()
                                    .find(Kinds.CLAIMS, "default", "data")
                                    .orElseThrow(),
                            Kinds.CLAIMS);
            awaitReady(manager, pod);
        }
    }
}
