package dev.stowage.node.volumemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class EmptyDirectoryRemovalTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    @Test
    void emptyDirectoriesGoFromBelow() throws Exception {
        Path top = folder.directory("top");
        Files.createDirectories(top.resolve("a/b/c"));
        Files.createDirectories(top.resolve("d"));

        EmptyDirectoryRemoval.remove(top);
        EmptyDirectoryRemoval.remove(top);
        EmptyDirectoryRemoval.remove(top.resolve("missing/too"));

        assertThat(top).doesNotExist();
    }

    @Test
    void filesAndLinksStayWithTheDirectoriesThatHoldThem() throws Exception {
        Path top = folder.directory("top");
        folder.directory("top/empty");
        folder.file("top/full/file", "x");
        Path link = Files.createSymbolicLink(folder.directory("top/links").resolve("link"), folder.directory("else"));

        assertThatThrownBy(() -> EmptyDirectoryRemoval.remove(top))
                .isInstanceOf(DirectoryNotEmptyException.class)
                .hasMessageContaining(top.resolve("full").toString());

        assertThat(top.resolve("full/file")).hasContent("x");
        assertThat(link).isSymbolicLink();
        assertThat(folder.path().resolve("else")).isDirectory();
    }

    @Test
    void emptyDirectoriesOfAMountedFileSystemStay() throws Exception {
        MountFixture.assumeRoot();
        Path mount = folder.directory("pods/u1/volumes/plugin/data");
        Mounts.system().mount("volume", mount, "tmpfs", Set.of(), "");
        Files.createDirectories(mount.resolve("lost+found"));
        folder.directory("pods/u1/volumes/another/empty");

        assertThatThrownBy(() -> EmptyDirectoryRemoval.remove(folder.path().resolve("pods/u1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mounted at " + mount);

        assertThat(mount.resolve("lost+found")).isDirectory();
        assertThat(folder.path().resolve("pods/u1/volumes/another/empty"))
                .as("nothing at all is deleted")
                .isDirectory();
    }

    @Test
    void aBindMountOfTheSameFileSystemIsAMountToo() throws Exception {
        MountFixture.assumeRoot();
        Path source = folder.directory("source");
        folder.directory("source/empty");
        Path mount = folder.directory("top/mount");
        Mounts.system().bind(source, mount, false);

        assertThatThrownBy(() -> EmptyDirectoryRemoval.remove(folder.path().resolve("top")))
                .hasMessageContaining("mounted at");
        assertThatThrownBy(() -> EmptyDirectoryRemoval.remove(mount)).hasMessageContaining("mounted at");

        assertThat(source.resolve("empty")).isDirectory();
    }
}
