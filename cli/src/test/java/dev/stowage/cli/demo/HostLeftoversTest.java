package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostLeftoversTest {
    @Test
    void onlyMountsBelowTheFolderCount(@TempDir Path folder) throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "mounting needs root");
        Path inside = Files.createDirectories(folder.toRealPath().resolve("demo/node-1"));
        Path beside = Files.createDirectories(folder.toRealPath().resolve("demo-other"));
        try {
            Mounts.system().bind(inside, inside, false);
            Mounts.system().bind(beside, beside, false);
            assertThat(new HostLeftovers(folder.toRealPath().resolve("demo")).all())
                    .containsExactly("mount " + inside);
        } finally {
            Mounts.system().release(inside);
            Mounts.system().release(beside);
        }
    }

    @Test
    void aProcessThatNamesTheFolderIsFoundUntilItEnds(@TempDir Path folder) throws Exception {
        HostLeftovers hostLeftovers = new HostLeftovers(folder);
        assertThat(hostLeftovers.all()).isEmpty();
        Process process = new ProcessBuilder("sh", "-c", "read line", folder + "/x").start();
        try {
            assertThat(hostLeftovers.all()).containsExactly("process " + process.pid());
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        assertThat(hostLeftovers.all()).isEmpty();
    }
}
