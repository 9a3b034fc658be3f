package dev.stowage.node.localvolume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.VolumeSetUpException;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// With real mounts and devices.
final class LocalVolumesTest {
    private static final long SIZE = 32 << 20;

    @TempDir
    static Path api = Path.of("");

    private static ApiServerFixture server;

    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private LocalVolumes volumes;

    @BeforeAll
    static void start() throws Exception {
        server = new ApiServerFixture(api);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void needRoot() {
        MountFixture.assumeRoot();
        volumes = create();
    }

    private LocalVolumes create() {
        return new LocalVolumes(
                folder.kubelet(),
                Mounts.system(),
                server.shared(folder.kubelet()).events());
    }

    @Test
    void aDirectoryIsMountedForEachPodAndStaysWhenTheyEnd() throws Exception {
        Path disk = folder.directory("disk");
        PersistentVolume volume = volume(disk, "");

        Path one = volumes.setUp(pod("u1"), volume, false);
        Path other = volumes.setUp(pod("u2"), volume, true);

        assertThat(one).isEqualTo(folder.kubelet().volume("u1", "kubernetes.io~local-volume", "pv-1"));
        Files.writeString(one.resolve("f"), "1");
        assertThat(other.resolve("f")).hasContent("1");
        assertThat(Mounts.system().at(other).orElseThrow().readOnly()).isTrue();
        volumes.setUp(pod("u1"), volume, false);
        assertThat(Mounts.system().stackedAt(one)).hasSize(1);
        volumes.tearDown("u1", "pv-1");
        volumes.tearDown("u1", "pv-1");
        assertThat(one).doesNotExist();
        assertThat(other.resolve("f")).hasContent("1");
        volumes.tearDown("u2", "pv-1");
        assertThat(other).doesNotExist();
        assertThat(disk.resolve("f")).hasContent("1");
    }

    @Test
    void aPathThatIsMissingOrAFileIsRefusedAsByTheKubelet() throws Exception {
        Path missing = folder.path().resolve("missing");
        Path file = folder.file("file", "x");

        assertRefused(missing, "path \"" + missing + "\" does not exist");
        assertRefused(file, "only directory and block device are supported");
        assertRefused(
                folder.path().resolve("../x"),
                "invalid path: " + folder.path().resolve("../x") + " must not contain '..'");
    }

    private void assertRefused(Path path, String message) {
        assertThatThrownBy(() -> volumes.setUp(pod("u1"), volume(path, ""), false))
                .isInstanceOfSatisfying(
                        VolumeSetUpException.class,
                        e -> assertThat(e.operation()).isEqualTo("MountVolume.NewMounter initialization failed"))
                .hasMessage(message);
    }

    @Test
    void optionsThatADirectoryCannotHaveAreRefused() throws Exception {
        Path disk = folder.directory("disk");
        PersistentVolume volume = read("""
                {"metadata": {"name": "pv-1"}, "spec": {"local": {"path": "%s"}, "mountOptions": ["noexec"]}}""".formatted(disk));

        assertThatThrownBy(() -> volumes.setUp(pod("u1"), volume, false)).hasMessageContaining("mount options");
    }

    @Test
    void aBlankDeviceIsFormattedOnceAndUnmountedAfterItsLastPod() throws Exception {
        try (LoopDeviceFixture device = new LoopDeviceFixture(folder.path().resolve("image"), SIZE)) {
            PersistentVolume volume = volume(device.node(), ", \"fsType\": \"ext4\"");
            Path global = folder.kubelet().localDeviceMount("pv-1");

            Path one = volumes.setUp(pod("u1"), volume, false);
            Files.writeString(one.resolve("f"), "1");
            Path other = volumes.setUp(pod("u2"), volume, false);

            assertThat(other.resolve("f")).hasContent("1");
            assertThat(Mounts.system().at(global).map(MountPoint::fsType)).contains("ext4");
            volumes.tearDown("u1", "pv-1");
            assertThat(Mounts.system().at(global)).isPresent();
            volumes.tearDown("u2", "pv-1");
            assertThat(global).doesNotExist();

            Path again = volumes.setUp(pod("u3"), volume, false);
            assertThat(again.resolve("f")).hasContent("1");
            volumes.tearDown("u3", "pv-1");
        }
    }

    @Test
    void aDeviceThatHoldsAnotherFileSystemIsNotFormatted() throws Exception {
        try (LoopDeviceFixture device = new LoopDeviceFixture(folder.path().resolve("image"), SIZE)) {
            Path one = volumes.setUp(pod("u1"), volume(device.node(), ""), false);
            Files.writeString(one.resolve("f"), "1");
            volumes.tearDown("u1", "pv-1");

            assertThatThrownBy(() -> volumes.setUp(pod("u1"), volume(device.node(), ", \"fsType\": \"vfat\""), false))
                    .isInstanceOfSatisfying(
                            VolumeSetUpException.class,
                            e -> assertThat(e.operation()).isEqualTo("MountVolume.MountDevice failed"))
                    .hasMessageStartingWith("local: failed to mount device " + device.node());
            volumes.tearDown("u1", "pv-1");

            assertThat(volumes.setUp(pod("u2"), volume(device.node(), ""), false)
                            .resolve("f"))
                    .hasContent("1");
            volumes.tearDown("u2", "pv-1");
        }
    }

    @Test
    void aBlankDeviceIsNotFormattedForAReader() throws Exception {
        try (LoopDeviceFixture device = new LoopDeviceFixture(folder.path().resolve("image"), SIZE)) {
            assertThatThrownBy(() -> volumes.setUp(pod("u1"), volume(device.node(), ""), true))
                    .hasMessageContaining("cannot mount unformatted disk " + device.node()
                            + " as we are manipulating it in read-only mode");
            PersistentVolume readOnly = read("""
                    {"metadata": {"name": "pv-1"}, "spec": {"local": {"path": "%s"}, "mountOptions": ["noatime,ro"]}}""".formatted(device.node()));
            assertThatThrownBy(() -> volumes.setUp(pod("u1"), readOnly, false))
                    .hasMessageContaining("cannot mount unformatted disk");
            assertThatThrownBy(() -> volumes.setUp(pod("u1"), volume(device.node(), ", \"fsType\": \"../sh\""), false))
                    .hasMessageContaining("is not a valid file system type");
            volumes.tearDown("u1", "pv-1");
        }
    }

    /// The process ended after the pod's mount was removed.
    @Test
    void aLaterRunUnmountsTheDeviceThatAnEarlierOneLeft() throws Exception {
        try (LoopDeviceFixture device = new LoopDeviceFixture(folder.path().resolve("image"), SIZE)) {
            Path one = volumes.setUp(pod("u1"), volume(device.node(), ""), false);
            Mounts.system().unmount(one);

            create().tearDown("u1", "pv-1");

            assertThat(folder.kubelet().localDeviceMount("pv-1")).doesNotExist();
            assertThat(one).doesNotExist();
        }
    }

    /// As of a device that was removed: its root cannot be opened, and soon does not even seem to exist.
    @Test
    void aDeadMountIsUnmounted() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bindfs")), "bindfs is not installed");
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel offers no FUSE");
        Path target = volumes.setUp(pod("u1"), volume(folder.directory("disk"), ""), false);
        Mounts.system().unmount(target);
        Process server = new ProcessBuilder(
                        "/usr/bin/bindfs", "-f", folder.directory("served").toString(), target.toString())
                .start();
        try {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Mounts.system().at(target).isPresent());
        } finally {
            server.destroyForcibly().waitFor();
        }
        assertThat(target.toFile().list()).isNull();

        volumes.tearDown("u1", "pv-1");

        assertThat(Mounts.system().at(target)).isEmpty();
        assertThat(folder.kubelet().volumes("u1").resolve("kubernetes.io~local-volume"))
                .isEmptyDirectory();
    }

    @Test
    void theFirstPodsGroupGetsTheFilesAndAnotherOneIsWarned() throws Exception {
        Path disk = folder.directory("disk");
        Files.writeString(disk.resolve("f"), "1");
        NodePod second = server.create(NodePod.KIND, "default", """
                {"metadata": {"name": "second"}, "spec": {"nodeName": "n1", "securityContext": {"fsGroup": 4712},
                 "containers": [{"name": "main", "image": "none"}]}}""");

        volumes.setUp(pod("u1", 4711), volume(disk, ""), false);
        volumes.setUp(second, volume(disk, ""), false);

        assertThat(Stat.of(disk.resolve("f")).gid()).isEqualTo(4711);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.api()
                        .read(Kinds.EVENTS.path("default"))
                        .path("items")
                        .valueStream()
                        .anyMatch(event -> event.path("reason").asText().equals("AlreadyMountedVolume")
                                && event.path("message")
                                        .asText()
                                        .equals("The requested fsGroup is 4712, but the volume pv-1 has GID 4711."
                                                + " The volume may not be shareable.")));
        volumes.tearDown("u1", "pv-1");
        volumes.tearDown(second.uid(), "pv-1");
    }

    private static NodePod pod(String uid) throws IOException {
        return NodePod.read(
                json("{\"metadata\": {\"name\": \"p\", \"namespace\": \"default\", \"uid\": \"%s\"}}".formatted(uid)));
    }

    private static NodePod pod(String uid, int group) throws IOException {
        return NodePod.read(
                json("{\"metadata\": {\"name\": \"p\", \"namespace\": \"default\", \"uid\": \"%s\"}, \"spec\":"
                                .formatted(uid)
                        + " {\"securityContext\": {\"fsGroup\": " + group + "}}}"));
    }

    private static PersistentVolume volume(Path path, String more) throws IOException {
        return read("""
                {"metadata": {"name": "pv-1"}, "spec": {"local": {"path": "%s"%s}}}""".formatted(path, more));
    }

    private static PersistentVolume read(String json) throws IOException {
        return PersistentVolume.read(json(json));
    }

    private static com.fasterxml.jackson.databind.JsonNode json(String text) throws IOException {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
