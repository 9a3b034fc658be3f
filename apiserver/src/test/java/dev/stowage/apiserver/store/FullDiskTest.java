package dev.stowage.apiserver.store;

import static dev.stowage.apiserver.store.Objects.pod;
import static dev.stowage.apiserver.store.Objects.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a file system of eight mebibytes.
final class FullDiskTest {
    @TempDir
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can mount a small disk");
        assertThat(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()))
                .isZero();
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "--lazy", disk.toString());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    @Test
    void aStoreOnAFullDiskShowsNothingThatFailedAndGoesOnWhenThereIsSpace() throws Exception {
        Path ballast = Files.write(disk.resolve("ballast"), new byte[6 << 20]);
        Key key = pod("a", "x");
        long reached;
        try (Store store = SqliteStore.open(disk.resolve("data"), StoreOptions.standard())) {
            assertThatThrownBy(() -> fill(store, key)).hasMessageContaining("no space");
            reached = store.revision();
            assertThat(store.get(key)).map(Entry::revision).contains(reached);
            assertThatThrownBy(() -> store.write(put(key, store.revision(), "-".repeat(10_000))))
                    .hasMessageContaining("no space");

            Files.delete(ballast);
            Entry entry = store.write(put(key, reached, "after"));
            assertThat(entry.revision()).isGreaterThan(reached);
            reached = entry.revision();
        }
        try (Store store = SqliteStore.open(disk.resolve("data"), StoreOptions.standard())) {
            assertThat(store.get(key)).map(Objects::text).contains("a/x@%d=after".formatted(reached));
        }
    }

    private static void fill(Store store, Key key) throws Exception {
        long revision = 0;
        for (int i = 0; i < 1000; i++) {
            revision = store.write(put(key, revision, "-".repeat(10_000))).revision();
        }
    }
}
