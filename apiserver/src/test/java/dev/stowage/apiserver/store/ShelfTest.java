package dev.stowage.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ShelfTest {
    private static final byte[] NOTHING = {};

    private final Random random = new Random(7);
    private final TreeMap<Key, Entry> expected = new TreeMap<>();
    private Shelf shelf = Shelf.EMPTY;

    private Key anyKey() {
        return Objects.pod("n" + random.nextInt(5), "x" + random.nextInt(2_000));
    }

    /// @param puts of 100
    private void change(int count, int puts) {
        ShelfEditor editor = new ShelfEditor(shelf);
        for (int i = 0; i < count; i++) {
            Key key = anyKey();
            if (random.nextInt(100) < puts) {
                Entry entry = new Entry(key, i + 1, NOTHING, 0);
                editor.put(entry);
                expected.put(key, entry);
            } else {
                editor.remove(key);
                expected.remove(key);
            }
        }
        shelf = editor.done(count);
    }

    private static List<Entry> all(Shelf shelf) {
        return shelf.slice(0, shelf.size());
    }

    @Test
    void aShelfIsLikeAMapWhileItGrowsAndShrinks() {
        for (int puts : List.of(90, 50, 10, 70, 0)) {
            for (int i = 0; i < 20; i++) {
                change(1_000, puts);
                assertThat(all(shelf)).containsExactlyElementsOf(expected.values());
                Key key = anyKey();
                assertThat(shelf.find(key)).isEqualTo(Optional.ofNullable(expected.get(key)));
                assertThat(shelf.behind(key))
                        .isEqualTo(expected.headMap(key, true).size());
            }
        }
    }

    @Test
    void aShelfDoesNotChangeWhenTheNextOneIsMade() {
        change(5_000, 80);
        List<Entry> before = new ArrayList<>(all(shelf));
        Shelf old = shelf;

        change(5_000, 40);

        assertThat(all(old)).isEqualTo(before);
        assertThat(all(shelf)).isNotEqualTo(before);
    }

    @Test
    void aNamespaceIsOnePieceOfAShelf() {
        change(3_000, 100);

        List<Entry> piece = shelf.slice(shelf.start("n3"), shelf.end("n3"));

        assertThat(piece)
                .containsExactlyElementsOf(expected.values().stream()
                        .filter(entry -> entry.key().namespace().equals("n3"))
                        .toList());
    }

    @Test
    void whatIsFilledAtOnceIsTheSame() {
        change(3_000, 100);

        Shelf filled = ShelfEditor.filled(new ArrayList<>(expected.values()), 3);

        assertThat(all(filled)).isEqualTo(all(shelf));
    }
}
