package dev.stowage.node.volumemanager;

import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import dev.stowage.node.volumemanager.testing.ScriptedDriverFixture;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A running pod keeps its volumes.
final class RunningPodVolumesTest {

    private static VolumeManager manager(ScriptedDriverFixture fixture, NodeContextFixture nodeContextFixture) {
        return new VolumeManager(
                nodeContextFixture.nodeContext(), fixture.driver(), new InMemoryNodeStatus(), new NoBuiltInVolumes());
    }

    private static void awaitReady(VolumeManager manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
    }

    @Test
    void aRunningPodKeepsAVolumeWhoseClaimNobodyKnowsAfterARestart() throws Exception {
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture()) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            try (NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                    VolumeManager manager = manager(fixture, nodeContextFixture)) {
                nodeContextFixture.start();
                manager.start();
                manager.mount(pod);
                manager.markPodsComplete();
                awaitReady(manager, pod);
            }
            fixture.cluster()
                    .api()
                    .delete(
                            fixture.cluster()
                                    .api()
                                    .find(Kinds.VOLUMES, "", "pv-data")
                                    .orElseThrow(),
                            Kinds.VOLUMES);
            fixture.cluster().free(Kinds.VOLUMES, "", "pv-data");
            try (NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                    VolumeManager manager = manager(fixture, nodeContextFixture)) {
                nodeContextFixture.start();
                manager.start();
                manager.mount(pod);
                manager.markPodsComplete();
                await().atMost(SOON)
                        .until(() -> manager.status(pod.uid()) instanceof PodVolumeStatus.Waiting waiting
                                && waiting.why().contains("failed to fetch PV pv-data"));
                fixture.driver().register(true);
                assertThat(fixture.paths().csiVolume(pod.uid(), "pv-data")).exists();
                assertThat(fixture.script().asked(NodeUnpublishVolumeRequest.class))
                        .isEmpty();
                manager.release(pod.uid());
                await().atMost(SOON).until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
                assertThat(fixture.script().asked(NodeUnpublishVolumeRequest.class))
                        .hasSize(1);
            }
        }
    }

    @Test
    void whatIsPublishedAgainAndAgainIsNeverTakenAwayForAFailure() throws Exception {
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(),
                        fixture.driver(),
                        new InMemoryNodeStatus(),
                        new NoBuiltInVolumes(),
                        Mounts.system(),
                        Duration.ofMillis(100),
                        _ -> {})) {
            fixture.cluster().csiDriver(false, ", \"requiresRepublish\": true");
            fixture.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            await().atMost(SOON)
                    .until(() -> fixture.script()
                                    .asked(NodePublishVolumeRequest.class)
                                    .size()
                            >= 3);
            var refused = new AtomicInteger();
            fixture.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest && refused.incrementAndGet() <= 2) {
                    throw Status.INVALID_ARGUMENT.withDescription("not now").asRuntimeException();
                }
            });
            await().atMost(SOON).until(() -> refused.get() >= 4);
            assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class);
            assertThat(fixture.paths().csiVolume(pod.uid(), "pv-data")).exists();
            assertThat(fixture.script().asked(NodeUnpublishVolumeRequest.class)).isEmpty();
        }
    }
}
