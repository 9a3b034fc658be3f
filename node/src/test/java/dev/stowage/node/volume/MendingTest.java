package dev.stowage.node.volume;

import static dev.stowage.node.volume.stand.VolumeStand.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.ground.Ground;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.stand.Life;
import dev.stowage.node.volume.stand.NoLocalVolumes;
import dev.stowage.node.volume.stand.ScriptedStand;
import dev.stowage.node.volume.stand.ToldNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A server of mounts that dies under a running pod.
final class MendingTest {

    /// Serves a folder by bindfs, and gives it to pods by a bind mount on top of whatever is there.
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
        Ground.assumeRoot();
        assumeTrue(Files.exists(Path.of("/usr/bin/bindfs")) && Files.exists(Path.of("/dev/fuse")), "needs bindfs");
        try (ScriptedStand stand = new ScriptedStand();
                Life life = stand.life();
                VolumeCare manager =
                        new VolumeCare(life.shared(), stand.driver(), new ToldNode(), new NoLocalVolumes())) {
            FuseDriver fuse = new FuseDriver(stand.home());
            stand.script().does(request -> {
                if (request instanceof NodePublishVolumeRequest publish) {
                    fuse.publish(Path.of(publish.getTargetPath()));
                }
            });
            stand.cluster().csiDriver(false, "");
            stand.cluster().bind("data", "h1", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            life.start();
            manager.start();
            manager.want(pod);
            manager.complete();
            await().atMost(SOON).until(() -> manager.answer(pod.uid()) instanceof VolumeAnswer.Ready);
            Path mount = stand.paths().csiMount(pod.uid(), "pv-data");
            Files.writeString(mount.resolve("hello"), "world");

            fuse.kill();
            // As when the driver has been started anew.
            stand.driver().register(true);
            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> Files.readString(mount.resolve("hello")).equals("world"));
            assertThat(Mounts.system().stackedAt(mount)).hasSize(2);
            assertThat(manager.answer(pod.uid())).isInstanceOf(VolumeAnswer.Ready.class);
            assertThat(stand.script().asked(NodeUnpublishVolumeRequest.class)).isEmpty();
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(reasons(stand)).contains("VolumeConditionAbnormal", "VolumeConditionNormal"));

            manager.release(pod.uid());
            await().atMost(SOON).until(() -> manager.answer(pod.uid()).equals(new VolumeAnswer.Gone()));
            fuse.kill();
        }
    }

    private static List<String> reasons(ScriptedStand stand) throws IOException, InterruptedException {
        return stand.cluster()
                .api()
                .read("/api/v1/namespaces/default/events")
                .path("items")
                .valueStream()
                .map(event -> event.path("reason").asText())
                .toList();
    }
}
