package dev.stowage.apiserver.storage;

import static dev.stowage.apiserver.storage.TestObjects.draft;
import static dev.stowage.apiserver.storage.TestObjects.put;
import static dev.stowage.apiserver.storage.TestObjects.remove;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreIndexTest {
    private static final ObjectKey POD = new ObjectKey("pods", "a", "pod");
    private static final ObjectKey NODE = new ObjectKey("nodes", "", "node");
    private static final ObjectKey BAD = new ObjectKey("nodes", "", "bad");

    @TempDir
    private Path folder;

    private SqliteObjectStore store;
    private boolean refusing;
    private StoreIndex<NameSet> index;

    /// Refuses one object while a test says so.
    private final class NameSet implements StoreIndex.Content {
        private final Set<String> names = Collections.synchronizedSet(new TreeSet<>());

        @Override
        public void put(ObjectKey key, ObjectNode object) {
            if (refusing && key.equals(BAD)) {
                throw new IllegalStateException("refused");
            }
            names.add(key.name());
        }

        @Override
        public void remove(ObjectKey key) {
            names.remove(key.name());
        }
    }

    @BeforeEach
    void open() throws IOException {
        store = SqliteObjectStore.open(folder, StorageOptions.standard().feeds(10, 1 << 20));
        index = new StoreIndex<>(store, List.of("pods", "nodes"), NameSet::new);
    }

    @AfterEach
    void close() throws IOException {
        index.close();
        store.close();
    }

    private Set<String> names() {
        return index.current().names;
    }

    @Test
    void aWriteThatReturnedIsInTheIndex() throws Exception {
        assertThat(names()).isEmpty();
        StoredObject pod = store.write(put(POD, 0, "1"));
        assertThat(names()).containsExactly("pod");
        store.write(put(NODE, 0, "1"));
        assertThat(names()).containsExactly("node", "pod");
        store.write(remove(pod));
        assertThat(names()).containsExactly("node");
        store.write(new ObjectWrite.Put(new ObjectKey("secrets", "a", "x"), 0, draft(POD, "x"), 0));
        assertThat(names()).containsExactly("node");
    }

    @Test
    void moreChangesThanAreKeptAreReadAgain() throws Exception {
        assertThat(names()).isEmpty();
        for (int i = 0; i < 30; i++) {
            store.write(put(new ObjectKey("pods", "a", "pod-" + i), 0, "1"));
        }
        assertThat(names()).hasSize(30);
        store.write(put(POD, 0, "1"));
        assertThat(names()).hasSize(31);
    }

    @Test
    void afterAFailureAllResourcesAreFollowedAgain() throws Exception {
        StoredObject bad = store.write(put(BAD, 0, "1"));
        refusing = true;
        // The pods were loaded by then, and the nodes were not.
        assertThatThrownBy(this::names).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(this::names).isInstanceOf(IllegalStateException.class);
        refusing = false;
        assertThat(names()).containsExactly("bad");
        refusing = true;
        store.write(put(BAD, bad.revision(), "2"));
        store.write(put(NODE, 0, "1"));
        assertThatThrownBy(this::names).isInstanceOf(IllegalStateException.class);
        refusing = false;
        store.write(put(POD, 0, "1"));
        assertThat(names()).containsExactly("bad", "node", "pod");
    }
}
