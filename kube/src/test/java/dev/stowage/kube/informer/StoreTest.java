package dev.stowage.kube.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreTest {
    private record Thing(ObjectMeta meta, String color) implements KubeObject {}

    private int failures;
    private final Store<Thing> store = new Store<>(thing -> !thing.color().equals("hidden"), () -> failures++);
    private final List<String> heard = new ArrayList<>();

    private static Thing thing(String name, String uid, long version, String color) {
        return new Thing(
                new ObjectMeta(
                        NamespacedName.of(name),
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
        store.put(thing("a", "1", 5, "red"));
        store.put(thing("a", "1", 4, "blue"));
        assertThat(store.find(NamespacedName.of("a")))
                .get()
                .extracting(Thing::color)
                .isEqualTo("red");
        store.put(thing("a", "1", 6, "green"));
        assertThat(store.find(NamespacedName.of("a")))
                .get()
                .extracting(Thing::color)
                .isEqualTo("green");
    }

    @Test
    void whatIsKnownToBeDeletedDoesNotComeBack() {
        store.put(thing("a", "1", 5, "red"));
        store.remove(thing("a", "1", 7, "red"));
        store.put(thing("a", "1", 6, "late answer to our own write"));
        assertThat(store.find(NamespacedName.of("a"))).isEmpty();
        store.put(thing("a", "2", 8, "made anew"));
        assertThat(store.find(NamespacedName.of("a"))).isPresent();
    }

    @Test
    void aDeletionThatComesLateDoesNotTakeTheObjectMadeAnew() {
        store.put(thing("a", "2", 8, "new"));
        store.remove(thing("a", "1", 7, "old"));
        assertThat(store.find(NamespacedName.of("a"))).isPresent();
    }

    @Test
    void aListTakesAwayWhatItDoesNotShowButNotWhatWasWrittenAfterIt() {
        store.put(thing("gone", "1", 3, ""));
        store.put(thing("ours", "2", 12, ""));
        store.replace(List.of(thing("stays", "3", 4, "")), 10);
        assertThat(store.all()).extracting(object -> object.meta().name()).containsExactlyInAnyOrder("stays", "ours");
    }

    @Test
    void indexesFollowChangesAndDeletions() {
        Index<Thing> byColor = store.index(thing -> List.of(thing.color()));
        store.put(thing("a", "1", 1, "red"));
        store.put(thing("b", "2", 2, "red"));
        store.put(thing("a", "1", 3, "blue"));
        assertThat(byColor.get("red"))
                .extracting(object -> object.meta().name())
                .containsExactly("b");
        assertThat(byColor.get("blue")).hasSize(1);
        store.remove(thing("a", "1", 4, "blue"));
        assertThat(byColor.has("blue")).isFalse();
        Index<Thing> late = store.index(thing -> List.of(thing.color()));
        assertThat(late.get("red")).hasSize(1);
    }

    @Test
    void listenersHearOfEveryChangeOnceAndFirstOfWhatIsThere() {
        store.put(thing("a", "1", 1, "red"));
        store.addEventHandler((before, now) ->
                heard.add((before == null ? "-" : before.color()) + ">" + (now == null ? "-" : now.color())));
        store.put(thing("a", "1", 2, "blue"));
        store.put(thing("a", "1", 2, "blue"));
        store.remove(thing("a", "1", 3, "blue"));
        assertThat(heard).containsExactly("->red", "red>blue", "blue>-");
    }

    @Test
    void aHandlerThatFailsGetsTheChangeAgainAndTheOthersGetIt() {
        boolean[] broken = {true};
        store.addEventHandler((before, now) -> {
            if (broken[0]) {
                throw new IllegalStateException("broken");
            }
            heard.add((before == null ? "-" : before.color()) + ">" + (now == null ? "-" : now.color()));
        });
        List<String> other = new ArrayList<>();
        store.addEventHandler((_, now) -> other.add(now == null ? "-" : now.color()));
        store.put(thing("a", "1", 1, "red"));
        store.put(thing("a", "1", 2, "blue"));
        store.put(thing("b", "2", 3, "green"));
        store.remove(thing("b", "2", 4, "green"));
        assertThat(failures).isEqualTo(4);
        assertThat(store.redeliver()).isFalse();
        assertThat(other).startsWith("red", "blue", "green", "-");
        broken[0] = false;
        assertThat(store.redeliver()).isTrue();
        assertThat(heard).containsExactlyInAnyOrder("->blue", "green>-");
        heard.clear();
        assertThat(store.redeliver()).isTrue();
        assertThat(heard).isEmpty();
    }

    @Test
    void anObjectThatCannotBeIndexedIsPutAgainByTheNextList() {
        boolean[] broken = {true};
        Index<Thing> byColor = store.index(thing -> {
            if (broken[0]) {
                throw new IllegalStateException("broken");
            }
            return List.of(thing.color());
        });
        Thing red = thing("a", "1", 1, "red");
        assertThatThrownBy(() -> store.put(red)).hasMessage("broken");
        assertThat(store.all()).isEmpty();
        broken[0] = false;
        store.replace(List.of(red), 1);
        assertThat(byColor.get("red")).containsExactly(red);
    }

    @Test
    void whatIsNotKeptIsAsGoodAsGone() {
        store.addEventHandler((before, now) -> heard.add((before == null ? "-" : "+") + (now == null ? "-" : "+")));
        store.put(thing("a", "1", 1, "hidden"));
        assertThat(store.all()).isEmpty();
        store.put(thing("a", "1", 2, "red"));
        store.put(thing("a", "1", 3, "hidden"));
        assertThat(store.all()).isEmpty();
        assertThat(heard).containsExactly("-+", "+-");
    }
}
