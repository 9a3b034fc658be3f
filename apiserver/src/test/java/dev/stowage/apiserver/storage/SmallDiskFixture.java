package dev.stowage.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A file system of eight mebibytes, for each test.
public abstract class SmallDiskFixture {
    @TempDir
    private Path disk;

    @BeforeEach
    protected final void mount() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can mount a small disk");
        assertThat(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()))
                .isZero();
    }

    @AfterEach
    protected final void unmount() throws Exception {
        run("umount", "--lazy", disk.toString());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    protected final Path disk() {
        return disk;
    }

    /// Takes most of the space, until the file is deleted.
    protected final Path ballast() throws IOException {
        return Files.write(disk.resolve("ballast"), new byte[6 << 20]);
    }
}
