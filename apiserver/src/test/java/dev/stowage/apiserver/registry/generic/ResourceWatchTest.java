package dev.stowage.apiserver.registry.generic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInResources;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.selectors.SelectionPredicate;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.SqliteObjectStore;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.kubetypes.BuiltInTypes;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResourceWatchTest {

    @Test
    void aWatchThatWasBlockedUntilItsTimeoutStillSendsItsEvents(@TempDir Path folder) throws Exception {
        ResourceDescriptor pods = BuiltInResources.all(BuiltInTypes::of).stream()
                .filter(resourceDescriptor -> resourceDescriptor.key().equals("pods"))
                .findFirst()
                .orElseThrow();
        ObjectNode pod = Json.object();
        pod.putObject("metadata").put("name", "a").put("namespace", "default");
        try (ObjectStore objectStore = SqliteObjectStore.open(folder, StorageOptions.standard())) {
            objectStore.write(new ObjectWrite.Put(new ObjectKey("pods", "default", "a"), 0, ObjectDraft.of(pod), 0));
            Instant end = Instant.EPOCH;
            try (ResourceWatch resourceWatch = new ResourceWatch(
                    List.of(),
                    objectStore.watch("pods", "", 0),
                    SelectionPredicate.everything(pods),
                    InstantSource.fixed(end),
                    end,
                    false,
                    0)) {
                assertThat(resourceWatch.next()).singleElement().isInstanceOf(WatchEvent.Added.class);
                assertThat(resourceWatch.isOver()).isTrue();
            }
        }
    }
}
