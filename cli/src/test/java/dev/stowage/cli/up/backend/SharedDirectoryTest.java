package dev.stowage.cli.up.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedDirectoryTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void needRoot() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "mounting needs root");
    }

    @AfterEach
    void takeAway() throws Exception {
        while (Mounts.system().at(shared()).isPresent()) {
            Mounts.system().unmountLazily(shared());
        }
    }

    private Path shared() throws Exception {
        return folder.toRealPath().resolve("shared");
    }

    @Test
    void itIsAMountPointWhileItIsOpen() throws Exception {
        SharedDirectory opened = SharedDirectory.open(shared());
        assertThat(Mounts.system().at(shared())).isPresent();
        opened.close();
        assertThat(Mounts.system().at(shared())).isEmpty();
    }

    @Test
    void whatAKilledProcessLeftIsTakenOverAndUnmountedInTheEnd() throws Exception {
        SharedDirectory _ = SharedDirectory.open(shared());
        SharedDirectory.open(shared()).close();
        assertThat(Mounts.system().at(shared())).isEmpty();
    }

    @Test
    void aFileSystemOfTheAdministratorIsUsedAndStaysMounted() throws Exception {
        Files.createDirectory(shared());
        Mounts.system().mount("server", shared(), "tmpfs", Set.of(), "size=1m");
        Files.writeString(shared().resolve("kept"), "1");
        SharedDirectory.open(shared()).close();
        assertThat(shared().resolve("kept")).hasContent("1");
    }
}
