package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import dev.stowage.node.testing.MountFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SharedRootMountTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private final Mounts mounts = Mounts.system();

    @BeforeEach
    void onAPrivateFileSystem() throws Exception {
        MountFixture.assumeRoot();
        mounts.mount("disk", folder.directory("disk"), "tmpfs", Set.of(), "");
        mounts.setPropagation(folder.path().resolve("disk"), MountPropagation.PRIVATE);
    }

    @Test
    void aMountThatAKilledNodeLeftIsUndoneByTheNext() throws Exception {
        Path root = folder.directory("disk/root");
        mounts.bind(root, root, false);
        SharedRootMount next = new SharedRootMount(mounts, root);
        next.make();
        assertThat(mounts.at(root).map(MountPoint::mountPropagation)).contains(MountPropagation.SHARED);
        next.undo();
        assertThat(mounts.at(root)).isEmpty();
    }

    @Test
    void aFileSystemThatAUserMountedOnTopStays() throws Exception {
        Path root = folder.directory("disk/root");
        SharedRootMount shared = new SharedRootMount(mounts, root);
        shared.make();
        mounts.mount("user", root, "tmpfs", Set.of(), "");
        Files.writeString(root.resolve("kept"), "1");
        shared.undo();
        assertThat(root.resolve("kept")).hasContent("1");
    }
}
