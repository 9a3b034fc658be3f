package dev.stowage.node.volumemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPropagation;
import dev.stowage.node.testing.MountFixture;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PodDirectoryCleanupTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    @BeforeEach
    void needRoot() {
        MountFixture.assumeRoot();
    }

    private void remove() throws IOException {
        new PodDirectoryCleanup(folder.kubelet(), Mounts.system(), new NoBuiltInVolumes()).remove("u1");
    }

    @Test
    void directoriesInAVolumeThatIsStillMountedStay() throws Exception {
        Path mount = Files.createDirectories(folder.kubelet().csiMount("u1", "pv-1"));
        Mounts.system().mount("volume", mount, "tmpfs", Set.of(), "");
        Files.createDirectories(mount.resolve("a/b"));

        assertThatThrownBy(this::remove).hasMessageContaining("mounted at " + mount);

        assertThat(mount.resolve("a/b")).isDirectory();
        Mounts.system().unmount(mount);
        remove();
        assertThat(folder.kubelet().pod("u1")).doesNotExist();
    }

    @Test
    void partsOfVolumesAreReleasedAndTheVolumeKeepsItsDirectories() throws Exception {
        Path volume = folder.directory("volume/inner");
        Path part = Files.createDirectories(folder.kubelet().subPath("u1", "data", "main", 0));
        Mounts.system().bind(volume, part, false);

        remove();

        assertThat(volume).isDirectory();
        assertThat(folder.kubelet().pod("u1")).doesNotExist();
    }

    /// The volume is a shared mount: what is mounted in it shows up in the part, and would go from both.
    @Test
    void whatAUserMountedInAVolumeIsNotUnmountedThroughAPartOfIt() throws Exception {
        Path volume = folder.directory("volume");
        Mounts.system().mount("volume", volume, "tmpfs", Set.of(), "");
        Mounts.system().setPropagation(volume, MountPropagation.SHARED);
        Path inner = Files.createDirectories(volume.resolve("dir/inner"));
        Path part = Files.createDirectories(folder.kubelet().subPath("u1", "data", "main", 0));
        Mounts.system().bind(volume.resolve("dir"), part, false);
        Mounts.system().mount("user", inner, "tmpfs", Set.of(), "");
        Files.writeString(inner.resolve("kept"), "1");

        assertThatThrownBy(this::remove).isInstanceOf(IOException.class);

        assertThat(inner.resolve("kept")).hasContent("1");
        Mounts.system().unmount(inner);
        remove();
        assertThat(inner).isDirectory();
    }
}
