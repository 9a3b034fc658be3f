package dev.stowage.node.volumemanager;

import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.testing.MountFixture;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import dev.stowage.node.volumemanager.testing.ScriptedDriverFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A mount server that dies under a running pod.
final class MountRepairTest {

    /// Serves a directory with bindfs, and publishes it with a bind mount on top of an existing mount.
    private static final class FuseDriver {
        private final Path home;
        private final Path files;
        private final AtomicInteger served = new AtomicInteger();
        private final AtomicReference<@Nullable Process> latest = new AtomicReference<>();

        FuseDriver(Path home) throws IOException {
            this.home = home;
            this.files = Files.createDirectories(home.resolve("files"));
        }

        void publish(Path target) throws IOException, InterruptedException {
            Path served = Files.createDirectories(home.resolve("served-" + this.served.incrementAndGet()));
            Process server = new ProcessBuilder("bindfs", "-f", files.toString(), served.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("bindfs.log").toFile())
                    .start();
            latest.set(server);
            await().atMost(SOON).until(() -> Mounts.system().at(served).isPresent());
            if (Mounts.system().stackedAt(target).isEmpty()) {
                Files.createDirectories(target);
            }
            Process bind = new ProcessBuilder("mount", "--bind", served.toString(), target.toString()).start();
            if (bind.waitFor() != 0) {
                throw new IOException(
                        "mount failed: " + new String(bind.getErrorStream().readAllBytes(), UTF_8));
            }
        }

        void kill() {
            requireNonNull(latest.get()).destroyForcibly().onExit().join();
        }
    }

    @Test
    void aDeadMountIsToldAndMadeAnewOnTopOfTheDeadOne() throws Exception {
        MountFixture.assumeRoot();
        assumeTrue(Files.exists(Path.of("/usr/bin/bindfs")) && Files.exists(Path.of("/dev/fuse")), "needs bindfs");
        try (ScriptedDriverFixture fixture = new ScriptedDriverFixture();
                NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = new VolumeManager(
                        nodeContextFixture.nodeContext(),
                        fixture.driver(),
                        new InMemoryNodeStatus(),
                        new NoBuiltInVolumes())) {
            FuseDriver fuse = new FuseDriver(fixture.home());
            fixture.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest publish) {
                    fuse.publish(Path.of(publish.getTargetPath()));
                }
            });
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await().atMost(SOON).until(() -> manager.status(pod.uid()) instanceof PodVolumeStatus.Ready);
            Path mount = fixture.paths().csiMount(pod.uid(), "pv-data");
            Files.writeString(mount.resolve("hello"), "world");

            fuse.kill();
            // As after a restart of the driver.
            fixture.driver().register(true);
            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> Files.readString(mount.resolve("hello")).equals("world"));
            assertThat(Mounts.system().stackedAt(mount)).hasSize(2);
            assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class);
            assertThat(fixture.script().asked(NodeUnpublishVolumeRequest.class)).isEmpty();
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(reasons(fixture)).contains("VolumeConditionAbnormal", "VolumeConditionNormal"));

            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
            fuse.kill();
        }
    }

    private static List<String> reasons(ScriptedDriverFixture fixture) throws IOException, InterruptedException {
        return fixture.cluster()
                .api()
                .read("/api/v1/namespaces/default/events")
                .path("items")
                .valueStream()
                .map(event -> event.path("reason").asText())
                .toList();
    }
}
