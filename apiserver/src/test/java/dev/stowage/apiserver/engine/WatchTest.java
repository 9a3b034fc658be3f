package dev.stowage.apiserver.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.BuiltIns;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Types;
import dev.stowage.apiserver.select.Selection;
import dev.stowage.apiserver.store.Draft;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Mutation;
import dev.stowage.apiserver.store.SqliteStore;
import dev.stowage.apiserver.store.Store;
import dev.stowage.apiserver.store.StoreOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WatchTest {

    @Test
    void aWatchThatWasHeldUpUntilItsTimeWasOverStillTellsWhatThereIs(@TempDir Path folder) throws Exception {
        Resource pods = BuiltIns.all(Types::of).stream()
                .filter(resource -> resource.key().equals("pods"))
                .findFirst()
                .orElseThrow();
        ObjectNode pod = Json.object();
        pod.putObject("metadata").put("name", "a").put("namespace", "default");
        try (Store store = SqliteStore.open(folder, StoreOptions.standard())) {
            store.write(new Mutation.Put(new Key("pods", "default", "a"), 0, Draft.of(pod), 0));
            Instant end = Instant.EPOCH;
            try (Watch watch = new Watch(
                    List.of(),
                    store.watch("pods", "", 0),
                    Selection.everything(pods),
                    InstantSource.fixed(end),
                    end,
                    false,
                    0)) {
                assertThat(watch.next()).singleElement().isInstanceOf(WatchEvent.Added.class);
                assertThat(watch.isOver()).isTrue();
            }
        }
    }
}
