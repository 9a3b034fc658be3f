package dev.stowage.kube.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContentsTest {
    private record Thing(Meta meta, String color) implements KubeObject {}

    private final Contents<Thing> contents =
            new Contents<>(thing -> !thing.color().equals("hidden"));
    private final List<String> heard = new ArrayList<>();

    private static Thing thing(String name, String uid, long version, String color) {
        return new Thing(
                new Meta(
                        Key.of(name),
                        uid,
                        Long.toString(version),
                        null,
                        null,
                        Map.of(),
                        Map.of(),
                        List.of(),
                        List.of()),
                color);
    }

    @Test
    void theLaterStateWinsWhicheverComesFirst() {
        contents.put(thing("a", "1", 5, "red"));
        contents.put(thing("a", "1", 4, "blue"));
        assertThat(contents.find(Key.of("a"))).get().extracting(Thing::color).isEqualTo("red");
        contents.put(thing("a", "1", 6, "green"));
        assertThat(contents.find(Key.of("a"))).get().extracting(Thing::color).isEqualTo("green");
    }

    @Test
    void whatIsKnownToBeDeletedDoesNotComeBack() {
        contents.put(thing("a", "1", 5, "red"));
        contents.remove(thing("a", "1", 7, "red"));
        contents.put(thing("a", "1", 6, "late answer to our own write"));
        assertThat(contents.find(Key.of("a"))).isEmpty();
        contents.put(thing("a", "2", 8, "made anew"));
        assertThat(contents.find(Key.of("a"))).isPresent();
    }

    @Test
    void aDeletionThatComesLateDoesNotTakeTheObjectMadeAnew() {
        contents.put(thing("a", "2", 8, "new"));
        contents.remove(thing("a", "1", 7, "old"));
        assertThat(contents.find(Key.of("a"))).isPresent();
    }

    @Test
    void aListTakesAwayWhatItDoesNotShowButNotWhatWasWrittenAfterIt() {
        contents.put(thing("gone", "1", 3, ""));
        contents.put(thing("ours", "2", 12, ""));
        contents.replace(List.of(thing("stays", "3", 4, "")), 10);
        assertThat(contents.all())
                .extracting(object -> object.meta().name())
                .containsExactlyInAnyOrder("stays", "ours");
    }

    @Test
    void indexesFollowChangesAndDeletions() {
        Index<Thing> byColor = contents.index(thing -> List.of(thing.color()));
        contents.put(thing("a", "1", 1, "red"));
        contents.put(thing("b", "2", 2, "red"));
        contents.put(thing("a", "1", 3, "blue"));
        assertThat(byColor.get("red"))
                .extracting(object -> object.meta().name())
                .containsExactly("b");
        assertThat(byColor.get("blue")).hasSize(1);
        contents.remove(thing("a", "1", 4, "blue"));
        assertThat(byColor.has("blue")).isFalse();
        Index<Thing> late = contents.index(thing -> List.of(thing.color()));
        assertThat(late.get("red")).hasSize(1);
    }

    @Test
    void listenersHearOfEveryChangeOnceAndFirstOfWhatIsThere() {
        contents.put(thing("a", "1", 1, "red"));
        contents.listen((before, now) ->
                heard.add((before == null ? "-" : before.color()) + ">" + (now == null ? "-" : now.color())));
        contents.put(thing("a", "1", 2, "blue"));
        contents.put(thing("a", "1", 2, "blue"));
        contents.remove(thing("a", "1", 3, "blue"));
        assertThat(heard).containsExactly("->red", "red>blue", "blue>-");
    }

    @Test
    void whatIsNotKeptIsAsGoodAsGone() {
        contents.listen((before, now) -> heard.add((before == null ? "-" : "+") + (now == null ? "-" : "+")));
        contents.put(thing("a", "1", 1, "hidden"));
        assertThat(contents.all()).isEmpty();
        contents.put(thing("a", "1", 2, "red"));
        contents.put(thing("a", "1", 3, "hidden"));
        assertThat(contents.all()).isEmpty();
        assertThat(heard).containsExactly("-+", "+-");
    }
}
