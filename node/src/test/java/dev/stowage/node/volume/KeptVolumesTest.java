package dev.stowage.node.volume;

import static dev.stowage.node.volume.stand.VolumeStand.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.stand.Life;
import dev.stowage.node.volume.stand.NoLocalVolumes;
import dev.stowage.node.volume.stand.ScriptedStand;
import dev.stowage.node.volume.stand.ToldNode;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a running pod has is not taken from it.
final class KeptVolumesTest {

    private static VolumeCare manager(ScriptedStand stand, Life life) {
        return new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes());
    }

    private static void awaitReady(VolumeCare manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.answer(pod.uid())).isInstanceOf(VolumeAnswer.Ready.class));
    }

    @Test
    void aRunningPodKeepsAVolumeWhoseClaimNobodyKnowsAfterARestart() throws Exception {
        try (ScriptedStand stand = new ScriptedStand()) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            try (Life life = stand.life();
                    VolumeCare manager = manager(stand, life)) {
                life.start();
                manager.start();
                manager.want(pod);
                manager.complete();
                awaitReady(manager, pod);
            }
            stand.cluster()
                    .api()
                    .delete(
                            stand.cluster()
                                    .api()
                                    .find(Kinds.VOLUMES, "", "pv-data")
                                    .orElseThrow(),
                            Kinds.VOLUMES);
            stand.cluster().free(Kinds.VOLUMES, "", "pv-data");
            try (Life life = stand.life();
                    VolumeCare manager = manager(stand, life)) {
                life.start();
                manager.start();
                manager.want(pod);
                manager.complete();
                await().atMost(SOON)
                        .until(() -> manager.answer(pod.uid()) instanceof VolumeAnswer.Waiting waiting
                                && waiting.why().contains("failed to fetch PV pv-data"));
                stand.driver().register(true);
                assertThat(stand.paths().csiVolume(pod.uid(), "pv-data")).exists();
                assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class))
                        .isEmpty();
                manager.release(pod.uid());
                await().atMost(SOON).until(() -> manager.answer(pod.uid()).equals(new VolumeAnswer.Gone()));
                assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class))
                        .hasSize(1);
            }
        }
    }

    @Test
    void whatIsPublishedAgainAndAgainIsNeverTakenAwayForAFailure() throws Exception {
        try (ScriptedStand stand = new ScriptedStand();
                Life life = stand.life();
                VolumeCare manager = new VolumeCare(
                        life.shared(),
                        stand.driver(),
                        new ToldNode(),
                        new NoLocalVolumes(),
                        Mounts.system(),
                        Duration.ofMillis(100),
                        _ -> {})) {
            stand.cluster().csiDriver(false, ", \"requiresRepublish\": true");
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            awaitReady(manager, pod);
            await().atMost(SOON)
                    .until(() ->
                            stand.script().asked(NodePublishVolumeRequest.class).size() >= 3);
            var refused = new AtomicInteger();
            stand.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest && refused.incrementAndGet() <= 2) {
                    throw Status.INVALID_ARGUMENT.withDescription("not now").asRuntimeException();
                }
            });
            await().atMost(SOON).until(() -> refused.get() >= 4);
            assertThat(manager.answer(pod.uid())).isInstanceOf(VolumeAnswer.Ready.class);
            assertThat(stand.paths().csiVolume(pod.uid(), "pv-data")).exists();
            assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class)).isEmpty();
        }
    }
}
