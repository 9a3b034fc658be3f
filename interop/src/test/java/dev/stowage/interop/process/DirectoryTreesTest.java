package dev.stowage.interop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryTreesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    @Test
    void linksAreRemovedAndNotFollowed() throws Exception {
        Path outside = Files.writeString(directory.resolve("outside"), "stays");
        Path tree = directory.resolve("tree");
        Files.createSymbolicLink(Files.createDirectories(tree.resolve("below")).resolve("link"), directory);
        DirectoryTrees.remove(tree);
        assertThat(tree).doesNotExist();
        assertThat(outside).hasContent("stays");
    }

    @Test
    void whatIsMountedBelowIsNotRemoved() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "mounting needs root");
        Path source = Files.createDirectory(directory.resolve("source"));
        Files.writeString(source.resolve("data"), "stays");
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Path point = Files.createDirectory(tree.resolve("point"));
        ProcessRunner.run(PATIENCE, "mount", "--bind", source.toString(), point.toString())
                .orThrow();
        try {
            assertThat(MountPoints.beneath(tree)).containsExactly(point);
            assertThat(Leftovers.of(tree)).containsExactly("mount " + point);
            assertThatIOException()
                    .isThrownBy(() -> DirectoryTrees.remove(tree))
                    .withMessageContaining("still mounted");
        } finally {
            MountPoints.removeBeneath(tree);
        }
        assertThat(source.resolve("data")).hasContent("stays");
        DirectoryTrees.remove(tree);
        assertThat(tree).doesNotExist();
    }

    @Test
    void whatIsBusyForAMomentIsUnmountedAfterIt() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "mounting needs root");
        Path point = Files.createDirectory(directory.resolve("point"));
        ProcessRunner.run(PATIENCE, "mount", "-t", "tmpfs", "none", point.toString())
                .orThrow();
        try (Daemon user = Daemon.start("user", directory, List.of("env", "--chdir=" + point, "sleep", "1"))) {
            Path cwd = Path.of("/proc", Long.toString(user.pid()), "cwd");
            await().ignoreExceptions()
                    .until(() -> !user.alive() || Files.readSymbolicLink(cwd).equals(point));
            MountPoints.removeBeneath(directory);
        } finally {
            MountPoints.removeBeneath(directory);
        }
        assertThat(MountPoints.beneath(directory)).isEmpty();
    }
}
