package dev.stowage.apiserver.storage;

import static dev.stowage.apiserver.storage.TestObjects.pod;
import static dev.stowage.apiserver.storage.TestObjects.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class FullDiskTest extends SmallDiskFixture {

    @Test
    void aStoreOnAFullDiskShowsNothingThatFailedAndGoesOnWhenThereIsSpace() throws Exception {
        Path ballast = ballast();
        ObjectKey key = pod("a", "x");
        long reached;
        try (ObjectStore objectStore = SqliteObjectStore.open(disk().resolve("data"), StorageOptions.standard())) {
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
        try (ObjectStore objectStore = SqliteObjectStore.open(disk().resolve("data"), StorageOptions.standard())) {
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
