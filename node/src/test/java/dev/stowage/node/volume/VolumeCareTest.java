package dev.stowage.node.volume;

import static dev.stowage.node.volume.stand.VolumeStand.DRIVER;
import static dev.stowage.node.volume.stand.VolumeStand.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.Stat;
import dev.stowage.node.place.VolData;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.stand.Life;
import dev.stowage.node.volume.stand.NoLocalVolumes;
import dev.stowage.node.volume.stand.ToldNode;
import dev.stowage.node.volume.stand.VolumeStand;
import dev.stowage.node.volume.want.VolumeKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Against the real local driver, with real mounts.
final class VolumeCareTest {

    @Test
    void aPodGetsTheVolumeOfItsClaimAndLeavesNothingBehind() throws Exception {
        try (VolumeStand stand = new VolumeStand();
                Life life = stand.life();
                VolumeCare manager =
                        new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes())) {
            stand.cluster().csiDriver(false, "");
            String handle = stand.cluster().claim(stand.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(manager.answer(pod.uid())).isInstanceOf(VolumeAnswer.Ready.class));
            Path folder = stand.paths().csiVolume(pod.uid(), "pv-data");
            Path mount = folder.resolve("mount");
            Path staging = stand.paths().csiStaging(DRIVER, handle);
            assertThat(manager.answer(pod.uid()))
                    .isEqualTo(new VolumeAnswer.Ready(Map.of("data", new HostVolume("data", mount, false, false))));
            assertThat(stand.mounted()).contains(mount, staging);
            assertThat(VolData.find(folder))
                    .isEqualTo(Optional.of(VolData.ofPod(DRIVER, handle, "pv-data", "n1", false)));
            Files.writeString(mount.resolve("hello"), "world");

            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.answer(pod.uid()).equals(new VolumeAnswer.Gone()));
            await().atMost(SOON)
                    .until(() -> stand.mounted().isEmpty()
                            && stand.folders(stand.paths().csi().resolve(DRIVER))
                                    .isEmpty()
                            && stand.folders(stand.paths().journal().resolve("volumes"))
                                    .isEmpty());
            assertThat(stand.paths().pod(pod.uid())).doesNotExist();
        }
    }

    @Test
    void anAttachedVolumeWaitsForTheCluster() throws Exception {
        ToldNode node = new ToldNode();
        try (VolumeStand stand = new VolumeStand();
                Life life = stand.life();
                VolumeCare manager = new VolumeCare(life.shared(), stand.driver(), node, new NoLocalVolumes())) {
            stand.cluster().csiDriver(true, "");
            String handle = stand.cluster().claim(stand.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            String unique = new VolumeKey(DRIVER, handle).uniqueName();
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            await().atMost(SOON).until(() -> node.volumesToldInUse().equals(Set.of(unique)));
            await().atMost(SOON)
                    .until(() -> manager.answer(pod.uid())
                            .equals(new VolumeAnswer.Waiting(List.of("data"), List.of("data"), List.of(), "")));
            stand.cluster().attachment("data", handle);
            node.attach(Set.of(unique));
            awaitReady(manager, pod);

            manager.release(pod.uid());
            // It is in use until it is unstaged.
            await().atMost(SOON)
                    .until(() ->
                            node.volumesToldInUse().isEmpty() && stand.mounted().isEmpty());
        }
    }

    @Test
    void aPodGetsARawDevice() throws Exception {
        try (VolumeStand stand = new VolumeStand();
                Life life = stand.life();
                VolumeCare manager =
                        new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes())) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().claim(stand.driver().client(), "raw", true, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("db", "raw", true);
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            awaitReady(manager, pod);
            Path link = stand.paths().blockLink(pod.uid(), "pv-raw");
            assertThat(manager.answer(pod.uid()))
                    .isEqualTo(new VolumeAnswer.Ready(Map.of("data", new HostVolume("data", link, false, true))));
            assertThat(Stat.of(link.toRealPath()).isBlockDevice()).isTrue();
            Path global = stand.paths().blockDevice("pv-raw").resolve("dev").resolve(pod.uid());
            assertThat(Stat.of(global).isBlockDevice()).isTrue();
            assertThat(VolData.find(stand.paths().blockDevice("pv-raw").resolve("data")))
                    .isPresent();

            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.answer(pod.uid()).equals(new VolumeAnswer.Gone()));
            await().atMost(SOON)
                    .until(() -> stand.mounted().isEmpty()
                            && !Files.exists(stand.paths().blockDevice("pv-raw"))
                            && !Files.exists(stand.paths().blockStaging("pv-raw")));
        }
    }

    @Test
    void aVolumeForOnePodIsRefusedToASecondUntilTheFirstIsGone() throws Exception {
        try (VolumeStand stand = new VolumeStand();
                Life life = stand.life();
                VolumeCare manager =
                        new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes())) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().claim(stand.driver().client(), "data", false, "ReadWriteOncePod");
            NodePod first = stand.cluster().pod("first", "data", false);
            NodePod second = stand.cluster().pod("second", "data", false);
            life.start();
            manager.start();
            manager.want(first);
            manager.complete();
            awaitReady(manager, first);
            stand.driver().register(false);
            stand.driver().register(true);
            manager.want(second);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(manager.answer(second.uid()))
                            .isEqualTo(new VolumeAnswer.Waiting(
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
        try (VolumeStand stand = new VolumeStand();
                Life life = stand.life();
                VolumeCare manager =
                        new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes())) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().claim(stand.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            stand.driver().register(false);
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            await().atMost(SOON)
                    .until(() -> manager.answer(pod.uid()) instanceof VolumeAnswer.Waiting waiting
                            && waiting.why().contains("not found in the list of registered CSI drivers"));
            stand.driver().register(true);
            awaitReady(manager, pod);
        }
    }

    @Test
    void aVolumeThatHasGrownGrowsUnderThePod() throws Exception {
        try (VolumeStand stand = new VolumeStand();
                Life life = stand.life();
                VolumeCare manager =
                        new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes())) {
            stand.cluster().csiDriver(false, "");
            String handle = stand.cluster().claim(stand.driver().client(), "raw", true, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("db", "raw", true);
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            awaitReady(manager, pod);
            Path device = stand.paths().blockLink(pod.uid(), "pv-raw").toRealPath();
            assertThat(BlockDevice.size(device)).isEqualTo(16 << 20);
            stand.cluster().grow(stand.driver().client(), "raw", handle, 64);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(stand.cluster()
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

    private static void awaitReady(VolumeCare manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.answer(pod.uid())).isInstanceOf(VolumeAnswer.Ready.class));
    }
}
