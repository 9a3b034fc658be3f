package dev.stowage.node.volumemanager.operations;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Stat;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class BlockDeviceMapTest {
    private static final PodVolumeKey KEY = new PodVolumeKey("u1", "pv-1", true);

    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private final List<LoopDevice> devices = new ArrayList<>();

    @BeforeEach
    void needDevices() {
        MountFixture.assumeRoot();
        assumeTrue(Files.isWritable(Path.of("/dev/loop-control")), "there are no loop devices");
    }

    @AfterEach
    void detach() throws IOException {
        for (LoopDevice device : devices) {
            LoopDevices.system().detach(device);
        }
    }

    private LoopDevice device(String name) throws IOException {
        Path image = Files.write(folder.path().resolve(name), new byte[1 << 20]);
        LoopDevice device = LoopDevices.system().attach(image, false);
        devices.add(device);
        return device;
    }

    private KubeletPaths paths() {
        return folder.kubelet();
    }

    private Path global() {
        return paths().blockDevice("pv-1").resolve("dev").resolve("u1");
    }

    private static void bind(LoopDevice device, Path target) throws IOException {
        Files.createDirectories(requireNonNull(target.getParent()));
        Files.createFile(target);
        Mounts.system().bind(device.node(), target, false);
    }

    private BlockDeviceMap map() {
        return new BlockDeviceMap(paths(), Mounts.system());
    }

    @Test
    void aNodeOfAnotherDeviceIsReplaced() throws Exception {
        LoopDevice now = device("now");
        bind(now, paths().blockPublish("pv-1", "u1"));
        bind(device("before"), global());

        map().add(KEY);
        map().add(KEY);

        assertThat(Stat.of(global()).nodeMinor()).isEqualTo(now.number());
        assertThat(Mounts.system().stackedAt(global())).hasSize(1);
        assertThat(Stat.of(paths().blockLink("u1", "pv-1").toRealPath()).nodeMinor())
                .isEqualTo(now.number());
    }

    @Test
    void theFileThatAnUnmountLeftIsNotTakenForTheDevice() throws Exception {
        bind(device("now"), paths().blockPublish("pv-1", "u1"));
        Files.createDirectories(requireNonNull(global().getParent()));
        Files.createFile(global());

        map().add(KEY);

        assertThat(Stat.of(global()).isBlockDevice()).isTrue();
    }

    @Test
    void aDriverThatPublishesSomethingElseIsNotBelieved() throws Exception {
        Path published = paths().blockPublish("pv-1", "u1");
        Files.createDirectories(requireNonNull(published.getParent()));
        Files.createFile(published);

        assertThatThrownBy(() -> map().add(KEY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("which is not a block device");
        assertThat(paths().blockLink("u1", "pv-1")).doesNotExist();
    }
}
