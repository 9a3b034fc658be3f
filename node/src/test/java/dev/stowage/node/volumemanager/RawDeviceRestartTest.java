package dev.stowage.node.volumemanager;

import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.linux.Stat;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.LocalDriverFixture;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The node is killed, and everything that it mounted is unmounted before its next start.
final class RawDeviceRestartTest {
    private static final String MARK = "written to the volume";

    private static VolumeManager manager(LocalDriverFixture fixture, NodeContextFixture nodeContextFixture) {
        return new VolumeManager(
                nodeContextFixture.nodeContext(), fixture.driver(), new InMemoryNodeStatus(), new NoBuiltInVolumes());
    }

    private static void start(VolumeManager manager, NodeContextFixture nodeContextFixture, NodePod... pods)
            throws InterruptedException {
        nodeContextFixture.start();
        manager.start();
        for (NodePod pod : pods) {
            manager.mount(pod);
        }
        manager.markPodsComplete();
        for (NodePod pod : pods) {
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
        }
    }

    private static Path device(LocalDriverFixture fixture, NodePod pod) throws IOException {
        return fixture.paths().blockLink(pod.uid(), "pv-" + pod.meta().name()).toRealPath();
    }

    private static void write(Path device, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
    }

    private static String read(Path device, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(length);
            channel.read(buffer);
            return new String(buffer.array(), StandardCharsets.UTF_8);
        }
    }

    /// As `stowage down` does it.
    private static void unmountAll(LocalDriverFixture fixture) throws IOException {
        for (Path mount : fixture.mounted().reversed()) {
            Mounts.system().unmount(mount);
        }
        List<LoopDevice> volumes = LoopDevices.system().list().stream()
                .filter(loop -> loop.backingFile().startsWith(fixture.home() + "/")
                        && !loop.backingFile().endsWith("/pool.img"))
                .toList();
        for (LoopDevice volume : volumes) {
            LoopDevices.system().detach(volume);
        }
        assertThat(volumes).isNotEmpty();
    }

    @Test
    void aRawDeviceIsMappedAgainAndIsTheSameVolume() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture()) {
            fixture.cluster().csiDriver(false, "");
            for (String name : List.of("one", "two")) {
                fixture.cluster().claim(fixture.driver().client(), name, true, "ReadWriteOnce");
            }
            NodePod one = fixture.cluster().pod("one", "one", true);
            NodePod two = fixture.cluster().pod("two", "two", true);
            try (NodeContextFixture shared = fixture.nodeContextFixture();
                    VolumeManager manager = manager(fixture, shared)) {
                start(manager, shared, one, two);
                write(device(fixture, one), MARK + " 1");
                write(device(fixture, two), MARK + " 2");
            }
            unmountAll(fixture);
            assertThat(Files.isRegularFile(device(fixture, one)))
                    .as("what an unmount leaves")
                    .isTrue();

            try (NodeContextFixture shared = fixture.nodeContextFixture();
                    VolumeManager manager = manager(fixture, shared)) {
                // In the other order: the devices change their numbers.
                start(manager, shared, two, one);
                for (NodePod pod : List.of(one, two)) {
                    Stat linked = Stat.of(device(fixture, pod));
                    assertThat(linked.isBlockDevice()).isTrue();
                    Stat mapped = Stat.of(fixture.paths()
                            .blockDevice("pv-" + pod.meta().name())
                            .resolve("dev")
                            .resolve(pod.uid()));
                    assertThat(mapped.nodeMinor()).isEqualTo(linked.nodeMinor());
                }
                assertThat(read(device(fixture, one), MARK.length() + 2)).isEqualTo(MARK + " 1");
                assertThat(read(device(fixture, two), MARK.length() + 2)).isEqualTo(MARK + " 2");
                manager.release(one.uid());
                manager.release(two.uid());
                await().atMost(SOON).until(() -> fixture.mounted().isEmpty());
            }
        }
    }
}
