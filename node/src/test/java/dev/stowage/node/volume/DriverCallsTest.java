package dev.stowage.node.volume;

import static dev.stowage.node.volume.stand.ScriptedStand.DRIVER;
import static dev.stowage.node.volume.stand.VolumeStand.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.stand.Life;
import dev.stowage.node.volume.stand.NoLocalVolumes;
import dev.stowage.node.volume.stand.ScriptedStand;
import dev.stowage.node.volume.stand.ToldNode;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a driver is asked, and what follows from its answers.
final class DriverCallsTest {

    private static VolumeCare manager(ScriptedStand stand, Life life) {
        return new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes());
    }

    private static void awaitReady(VolumeCare manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.answer(pod.uid())).isInstanceOf(VolumeAnswer.Ready.class));
    }

    @Test
    void theDriverIsToldOfVolumeAndPod() throws Exception {
        try (ScriptedStand stand = new ScriptedStand(RPC.Type.STAGE_UNSTAGE_VOLUME);
                Life life = stand.life();
                VolumeCare manager = manager(stand, life)) {
            stand.cluster().csiDriver(false, ", \"podInfoOnMount\": true");
            stand.cluster().secret("keys", "user", "root");
            stand.cluster().bind("data", "h1", false, "ReadWriteMany", """
                    , "mountOptions": ["noatime"]""", """
                    , "fsType": "xfs", "volumeAttributes": {"a": "b"},
                    "nodeStageSecretRef": {"namespace": "default", "name": "keys"},
                    "nodePublishSecretRef": {"namespace": "default", "name": "keys"}""");
            NodePod pod = stand.cluster().pod("web", "data", false);
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
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
        try (ScriptedStand stand = new ScriptedStand(RPC.Type.STAGE_UNSTAGE_VOLUME);
                Life life = stand.life();
                VolumeCare manager = manager(stand, life)) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            var good = new CountDownLatch(1);
            stand.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest && good.getCount() > 0) {
                    throw Status.INVALID_ARGUMENT.withDescription("not today").asRuntimeException();
                }
            });
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(manager.answer(pod.uid()).toString())
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
        try (ScriptedStand stand = new ScriptedStand();
                Life life = stand.life();
                VolumeCare manager = manager(stand, life)) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            stand.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest) {
                    throw Status.ABORTED.withDescription("still at it").asRuntimeException();
                }
            });
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            await().atMost(SOON)
                    .until(() -> manager.answer(pod.uid()) instanceof VolumeAnswer.Waiting waiting
                            && waiting.why().contains("still at it"));
            assertThat(stand.paths().csiVolume(pod.uid(), "pv-data")).exists();
            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.answer(pod.uid()).equals(new VolumeAnswer.Gone()));
            assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class)).hasSize(1);
        }
    }

    @Test
    void aVolumeThatHangsHoldsUpNoOther() throws Exception {
        var end = new CountDownLatch(1);
        try (ScriptedStand stand = new ScriptedStand();
                Life life = stand.life()) {
            VolumeCare manager = manager(stand, life);
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
            life.start();
            manager.start();
            manager.want(slow);
            manager.want(fast);
            manager.complete();
            awaitReady(manager, fast);
            assertThat(manager.answer(slow.uid())).isInstanceOf(VolumeAnswer.Waiting.class);
            end.countDown();
            awaitReady(manager, slow);
            manager.close();
        }
    }

    @Test
    void anInlineVolumeIsMadeForThePodAndIsNeverStagedOrTold() throws Exception {
        ToldNode node = new ToldNode();
        try (ScriptedStand stand = new ScriptedStand(RPC.Type.STAGE_UNSTAGE_VOLUME);
                Life life = stand.life();
                VolumeCare manager = new VolumeCare(life.shared(), stand.driver(), node, new NoLocalVolumes())) {
            stand.cluster().csiDriver(true, ", \"volumeLifecycleModes\": [\"Ephemeral\"], \"podInfoOnMount\": true");
            NodePod pod = stand.cluster().inlinePod("web");
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            awaitReady(manager, pod);
            assertThat(stand.script().asked(NodeStageVolumeRequest.class)).isEmpty();
            assertThat(stand.script().asked(NodePublishVolumeRequest.class))
                    .singleElement()
                    .satisfies(request -> assertThat(request.getVolumeContextMap())
                            .containsEntry("csi.storage.k8s.io/ephemeral", "true")
                            .containsEntry("size", "1Gi"));
            assertThat(node.volumesToldInUse()).isEmpty();
            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.answer(pod.uid()).equals(new VolumeAnswer.Gone()));
        }
    }

    @Test
    void aPodIsNotReadyBeforeItsClaimIsBound() throws Exception {
        try (ScriptedStand stand = new ScriptedStand();
                Life life = stand.life();
                VolumeCare manager = manager(stand, life)) {
            stand.cluster().csiDriver(false, "");
            NodePod pod = stand.cluster().pod("web", "data", false);
            var heard = new AtomicInteger();
            manager.listen(_ -> heard.incrementAndGet());
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            await().atMost(SOON)
                    .until(() -> manager.answer(pod.uid()) instanceof VolumeAnswer.Waiting waiting
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
