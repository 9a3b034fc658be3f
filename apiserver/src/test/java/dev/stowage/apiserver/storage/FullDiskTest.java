package dev.stowage.apiserver.storage;

import static dev.stowage.apiserver.storage.TestObjects.pod;
import static dev.stowage.apiserver.storage.TestObjects.put;
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
        ObjectKey key = pod("a", "x");
        long reached;
        try (ObjectStore objectStore = SqliteObjectStore.open(disk.resolve("data"), StorageOptions.standard())) {
            assertThatThrownBy(() -> fill(objectStore, key)).hasMessageContaining("no space");
            reached = objectStore.revision();
            assertThat(objectStore.get(key)).map(StoredObject::revision).contains(reached);
            assertThatThrownBy(() -> objectStore.write(put(key, objectStore.revision(), "-".repeat(10_000))))
                    .hasMessageContaining("no space");

            Files.delete(ballast);
            StoredObject storedObject = objectStore.write(put(key, reached, "after"));
            assertThat(storedObject.revision()).isGreaterThan(reached);
            reached = storedObject.revision();
        }
        try (ObjectStore objectStore = SqliteObjectStore.open(disk.resolve("data"), StorageOptions.standard())) {
            assertThat(objectStore.get(key)).map(TestObjects::text).contains("a/x@%d=after".formatted(reached));
        }
    }

    private static void fill(ObjectStore objectStore, ObjectKey key) throws Exception {
        long revision = 0;
        for (int i = 0; i < 1000; i++) {
            revision = objectStore.write(put(key, revision, "-".repeat(10_000))).revision();
        }
    }
}
