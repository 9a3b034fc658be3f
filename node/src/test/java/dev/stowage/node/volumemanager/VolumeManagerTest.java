package dev.stowage.node.volumemanager;

import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.DRIVER;
import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.Stat;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.LocalDriverFixture;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Against the real local driver, with real mounts.
final class VolumeManagerTest {

    @Test
    void aPodGetsTheVolumeOfItsClaimAndLeavesNothingBehind() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(),
                        fixture.driver(),
                        new InMemoryNodeStatus(),
                        new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(false, "");
            String handle = fixture.cluster().claim(fixture.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
            Path folder = fixture.paths().csiVolume(pod.uid(), "pv-data");
            Path mount = folder.resolve("mount");
            Path staging = fixture.paths().csiStaging(DRIVER, handle);
            assertThat(manager.status(pod.uid()))
                    .isEqualTo(new PodVolumeStatus.Ready(Map.of("data", new HostVolume("data", mount, false, false))));
            assertThat(fixture.mounted()).contains(mount, staging);
            assertThat(VolData.find(folder))
                    .isEqualTo(Optional.of(VolData.ofPod(DRIVER, handle, "pv-data", "n1", false)));
            Files.writeString(mount.resolve("hello"), "world");

            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
            await().atMost(SOON)
                    .until(() -> fixture.mounted().isEmpty()
                            && fixture.folders(fixture.paths().csi().resolve(DRIVER))
                                    .isEmpty()
                            && fixture.folders(fixture.paths().journal().resolve("volumes"))
                                    .isEmpty());
            assertThat(fixture.paths().pod(pod.uid())).doesNotExist();
        }
    }

    @Test
    void anAttachedVolumeWaitsForTheCluster() throws Exception {
        InMemoryNodeStatus node = new InMemoryNodeStatus();
        try (LocalDriverFixture fixture = new LocalDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(), fixture.driver(), node, new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(true, "");
            String handle = fixture.cluster().claim(fixture.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            String unique = new VolumeKey(DRIVER, handle).uniqueName();
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON).until(() -> node.volumesReportedInUse().equals(Set.of(unique)));
            await().atMost(SOON)
                    .until(() -> manager.status(pod.uid())
                            .equals(new PodVolumeStatus.Waiting(List.of("data"), List.of("data"), List.of(), "")));
            fixture.cluster().attachment("data", handle);
            node.attach(Set.of(unique));
            awaitReady(manager, pod);

            manager.release(pod.uid());
            // It is in use until it is unstaged.
            await().atMost(SOON)
                    .until(() -> node.volumesReportedInUse().isEmpty()
                            && fixture.mounted().isEmpty());
        }
    }

    @Test
    void aPodGetsARawDevice() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(),
                        fixture.driver(),
                        new InMemoryNodeStatus(),
                        new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().claim(fixture.driver().client(), "raw", true, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("db", "raw", true);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            Path link = fixture.paths().blockLink(pod.uid(), "pv-raw");
            assertThat(manager.status(pod.uid()))
                    .isEqualTo(new PodVolumeStatus.Ready(Map.of("data", new HostVolume("data", link, false, true))));
            assertThat(Stat.of(link.toRealPath()).isBlockDevice()).isTrue();
            Path global = fixture.paths().blockDevice("pv-raw").resolve("dev").resolve(pod.uid());
            assertThat(Stat.of(global).isBlockDevice()).isTrue();
            assertThat(VolData.find(fixture.paths().blockDevice("pv-raw").resolve("data")))
                    .isPresent();

            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
            await().atMost(SOON)
                    .until(() -> fixture.mounted().isEmpty()
                            && !Files.exists(fixture.paths().blockDevice("pv-raw"))
                            && !Files.exists(fixture.paths().blockStaging("pv-raw")));
        }
    }

    @Test
    void aVolumeForOnePodIsRefusedToASecondUntilTheFirstIsGone() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(),
                        fixture.driver(),
                        new InMemoryNodeStatus(),
                        new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().claim(fixture.driver().client(), "data", false, "ReadWriteOncePod");
            NodePod first = fixture.cluster().pod("first", "data", false);
            NodePod second = fixture.cluster().pod("second", "data", false);
            nodeContextFixture.start();
            manager.start();
            manager.mount(first);
            manager.markPodsComplete();
            awaitReady(manager, first);
            fixture.driver().register(false);
            fixture.driver().register(true);
            manager.mount(second);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(manager.status(second.uid()))
                            .isEqualTo(new PodVolumeStatus.Waiting(
                                    List.of("data"),
                                    List.of(),
                                    List.of(),
                                    "MountVolume.SetUp failed for volume \"pv-data\" : volume uses the ReadWriteOncePod"
                                            + " access mode and is already in use by another pod")));
            manager.release(first.uid());
            awaitReady(manager, second);
        }
    }

    @Test
    void aDriverThatComesLaterIsWaitedFor() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(),
                        fixture.driver(),
                        new InMemoryNodeStatus(),
                        new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().claim(fixture.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            fixture.driver().register(false);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON)
                    .until(() -> manager.status(pod.uid()) instanceof PodVolumeStatus.Waiting waiting
                            && waiting.why().contains("not found in the list of registered CSI drivers"));
            fixture.driver().register(true);
            awaitReady(manager, pod);
        }
    }

    @Test
    void aVolumeThatHasGrownGrowsUnderThePod() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(),
                        fixture.driver(),
                        new InMemoryNodeStatus(),
                        new NoBuiltInVolumes())) {
            fixture.cluster().csiDriver(false, "");
            String handle = fixture.cluster().claim(fixture.driver().client(), "raw", true, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("db", "raw", true);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            Path device = fixture.paths().blockLink(pod.uid(), "pv-raw").toRealPath();
            assertThat(BlockDevice.size(device)).isEqualTo(16 << 20);
            fixture.cluster().grow(fixture.driver().client(), "raw", handle, 64);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(fixture.cluster()
                                    .api()
                                    .get(Kinds.CLAIMS, "default", "raw")
                                    .path("status")
                                    .path("capacity")
                                    .path("storage")
                                    .asText())
                            .isEqualTo("64Mi"));
            assertThat(BlockDevice.size(device)).isEqualTo(64 << 20);
        }
    }

    private static void awaitReady(VolumeManager manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
    }
}
