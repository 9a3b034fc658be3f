package dev.stowage.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ResourceSnapshotTest {
    private static final byte[] NOTHING = {};

    private final Random random = new Random(7);
    private final TreeMap<ObjectKey, StoredObject> expected = new TreeMap<>();
    private ResourceSnapshot resourceSnapshot = ResourceSnapshot.EMPTY;

    private ObjectKey anyKey() {
        return TestObjects.pod("n" + random.nextInt(5), "x" + random.nextInt(2_000));
    }

    /// @param puts of 100
    private void change(int count, int puts) {
        ResourceSnapshotEditor editor = new ResourceSnapshotEditor(resourceSnapshot);
        for (int i = 0; i < count; i++) {
            ObjectKey key = anyKey();
            if (random.nextInt(100) < puts) {
                StoredObject storedObject = new StoredObject(key, i + 1, NOTHING, 0);
                editor.put(storedObject);
                expected.put(key, storedObject);
            } else {
                editor.remove(key);
                expected.remove(key);
            }
        }
        resourceSnapshot = editor.done(count);
    }

    private static List<StoredObject> all(ResourceSnapshot resourceSnapshot) {
        return resourceSnapshot.slice(0, resourceSnapshot.size());
    }

    @Test
    void aShelfIsLikeAMapWhileItGrowsAndShrinks() {
        for (int puts : List.of(90, 50, 10, 70, 0)) {
            for (int i = 0; i < 20; i++) {
                change(1_000, puts);
                assertThat(all(resourceSnapshot)).containsExactlyElementsOf(expected.values());
                ObjectKey key = anyKey();
                assertThat(resourceSnapshot.find(key)).isEqualTo(Optional.ofNullable(expected.get(key)));
                assertThat(resourceSnapshot.behind(key))
                        .isEqualTo(expected.headMap(key, true).size());
            }
        }
    }

    @Test
    void aSnapshotDoesNotChangeWhenTheNextOneIsCreated() {
        change(5_000, 80);
        List<StoredObject> before = new ArrayList<>(all(resourceSnapshot));
        ResourceSnapshot old = resourceSnapshot;

        change(5_000, 40);

        assertThat(all(old)).isEqualTo(before);
        assertThat(all(resourceSnapshot)).isNotEqualTo(before);
    }

    @Test
    void aNamespaceIsOnePieceOfAShelf() {
        change(3_000, 100);

        List<StoredObject> piece = resourceSnapshot.slice(resourceSnapshot.start("n3"), resourceSnapshot.end("n3"));

        assertThat(piece)
                .containsExactlyElementsOf(expected.values().stream()
                        .filter(storedObject -> storedObject.key().namespace().equals("n3"))
                        .toList());
    }

    @Test
    void whatIsFilledAtOnceIsTheSame() {
        change(3_000, 100);

        ResourceSnapshot filled = ResourceSnapshotEditor.filled(new ArrayList<>(expected.values()), 3);

        assertThat(all(filled)).isEqualTo(all(resourceSnapshot));
    }
}
