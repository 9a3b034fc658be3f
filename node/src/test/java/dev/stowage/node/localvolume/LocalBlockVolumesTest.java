package dev.stowage.node.localvolume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.blockdevice.MappedDevice;
import dev.stowage.node.podvolumes.VolumeSetUpException;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LocalBlockVolumesTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private LocalBlockVolumes volumes;

    @BeforeEach
    void needRoot() {
        MountFixture.assumeRoot();
        volumes = new LocalBlockVolumes(folder.kubelet(), Mounts.system());
    }

    @Test
    void aDeviceIsMappedUnderThePathsOfTheKubelet() throws Exception {
        try (LoopDeviceFixture device = new LoopDeviceFixture(folder.path().resolve("image"), 1 << 20)) {
            Path link = Files.createSymbolicLink(folder.path().resolve("disk"), device.node());

            MappedDevice one = volumes.map("u1", volume(link));
            volumes.map("u1", volume(link));
            MappedDevice other = volumes.map("u2", volume(link));

            Path plugins = folder.kubelet().plugins();
            assertThat(one.global()).isEqualTo(plugins.resolve("kubernetes.io~local-volume/volumeDevices/pv-1/u1"));
            assertThat(Stat.of(one.global()).isBlockDevice()).isTrue();
            assertThat(one.link())
                    .isEqualTo(folder.kubelet().pod("u1").resolve("volumeDevices/kubernetes.io~local-volume/pv-1"));
            assertThat(one.link().toRealPath()).isEqualTo(device.node());
            volumes.unmapAll("u1");
            assertThat(one.global()).doesNotExist();
            assertThat(Files.isSymbolicLink(one.link())).isFalse();
            assertThat(Stat.of(other.global()).isBlockDevice()).isTrue();
            // The link is not there if the process ended before it was created.
            Files.delete(other.link());
            volumes.unmapAll("u2");
            assertThat(folder.kubelet().localDevice("pv-1")).doesNotExist();
        }
    }

    @Test
    void whatIsNotADeviceIsRefused() throws Exception {
        Path missing = folder.path().resolve("missing");
        Path directory = folder.directory("directory");

        assertThatThrownBy(() -> volumes.map("u1", volume(missing)))
                .isInstanceOfSatisfying(
                        VolumeSetUpException.class,
                        e -> assertThat(e.operation()).isEqualTo("MapVolume.EvalHostSymlinks failed"))
                .hasMessage("lstat " + missing + ": no such file or directory");
        assertThatThrownBy(() -> volumes.map("u1", volume(directory)))
                .isInstanceOfSatisfying(
                        VolumeSetUpException.class,
                        e -> assertThat(e.operation()).isEqualTo("MapVolume.MapBlockVolume failed"))
                .hasMessage(directory + " is not a block device");
    }

    private static PersistentVolume volume(Path path) throws IOException {
        String json = """
                {"metadata": {"name": "pv-1"}, "spec": {"volumeMode": "Block", "local": {"path": "%s"}}}""".formatted(path);
        return PersistentVolume.read(Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }
}
