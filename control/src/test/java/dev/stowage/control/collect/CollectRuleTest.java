package dev.stowage.control.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.control.act.Act;
import dev.stowage.control.collect.Tie.Standing;
import dev.stowage.kube.model.Kind;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectRuleTest {
    private static final Kind<PartialObjectMetadata> MAPS = Kind.bare("", "v1", "configmaps", "ConfigMap", true);

    private static Item item(String name, @Nullable Instant deleted, List<String> finalizers, ObjectMeta.OwnerReference... owners) {
        return new Item(
                MAPS,
                new PartialObjectMetadata(new ObjectMeta(
                        new NamespacedName("ns", name),
                        name,
                        "7",
                        null,
                        deleted,
                        Map.of(),
                        Map.of(),
                        finalizers,
                        List.of(owners))));
    }

    private static ObjectMeta.OwnerReference owner(String name, boolean blocks) {
        return new ObjectMeta.OwnerReference("v1", "ConfigMap", name, name, false, blocks);
    }

    private static String told(List<Act> acts) {
        return acts.stream()
                .map(act -> switch (act) {
                    case Act.Remove<?> remove ->
                        "delete " + remove.seen().meta().name() + " "
                                + remove.how().propagation()
                                + (remove.how().onlyIfUnchanged() ? "" : " blindly");
                    case Act.Change<?> change ->
                        "patch " + change.seen().meta().name() + " "
                                + change.patch().body();
                    default -> "?";
                })
                .collect(Collectors.joining("; "));
    }

    /// The letters stand for the owners: there, waiting, absent, unknown, nowhere.
    @ParameterizedTest
    @CsvSource(textBlock = """
                    '',  0, ''
                    T,   0, ''
                    A,   0, delete x Background
                    AA,  0, delete x Background
                    AU,  0, ''
                    AN,  0, ''
                    TU,  0, ''
                    W,   0, delete x Background
                    W,   1, delete x Foreground
                    AW,  1, delete x Foreground
                    A,   1, delete x Background
                    """)
    void ownersDecideAboutAnObject(String standings, int dependents, String expected) {
        List<Tie> ties = standings
                .chars()
                .mapToObj(letter -> new Tie(
                        owner("o", true),
                        Arrays.stream(Standing.values())
                                .filter(standing -> standing.name().charAt(0) == letter
                                        && (letter != 'N' || standing == Standing.NOWHERE))
                                .findFirst()
                                .orElseThrow()))
                .toList();
        List<Item> family = dependents == 0 ? List.of() : List.of(item("d", null, List.of(), owner("x", true)));
        assertThat(told(CollectRule.decide(item("x", null, List.of(), owner("o", true)), ties, family, _ -> false)))
                .isEqualTo(expected);
    }

    @Test
    void ownersThatLeaveAreTakenOffAnObjectThatStays() {
        Item item = item("x", null, List.of(), owner("a", true), owner("b", true), owner("c", false));
        List<Tie> ties = List.of(
                new Tie(owner("a", true), Standing.ABSENT),
                new Tie(owner("b", true), Standing.THERE),
                new Tie(owner("c", false), Standing.WAITING));
        assertThat(told(CollectRule.decide(item, ties, List.of(), _ -> false)))
                .isEqualTo("patch x {\"metadata\":{\"uid\":\"x\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                        + "\"kind\":\"ConfigMap\",\"name\":\"b\",\"uid\":\"b\",\"blockOwnerDeletion\":true}],"
                        + "\"resourceVersion\":\"7\"}}");
    }

    @ParameterizedTest
    @CsvSource({"orphan,Orphan", "foregroundDeletion,Foreground", "other,Background"})
    void wishesWrittenBeforeAreHonoured(String finalizer, String expected) {
        Item item = item("x", null, List.of(finalizer), owner("a", true));
        assertThat(told(CollectRule.decide(
                        item, List.of(new Tie(owner("a", true), Standing.ABSENT)), List.of(), _ -> false)))
                .isEqualTo("delete x " + expected);
    }

    @Test
    void circleOfThoseWhoWaitIsOpenedBeforeItsNextMemberGoes() {
        List<Tie> ties = List.of(new Tie(owner("a", true), Standing.WAITING));
        Item waiting = item("a", Instant.EPOCH, List.of("foregroundDeletion"), owner("x", true));
        assertThat(told(CollectRule.decide(
                        item("x", null, List.of(), owner("a", true)), ties, List.of(waiting), _ -> false)))
                .startsWith("patch x")
                .doesNotContain("blockOwnerDeletion");
        assertThat(told(CollectRule.decide(
                        item("x", null, List.of(), owner("a", false)), ties, List.of(waiting), _ -> false)))
                .isEqualTo("delete x Foreground");
    }

    @Test
    void objectThatWaitsGoesWhenNobodyHoldsIt() {
        Item waiting = item("x", Instant.EPOCH, List.of("other", "foregroundDeletion"));
        Item holding = item("d", null, List.of(), owner("x", true));
        Item loose = item("e", null, List.of(), owner("x", false));
        assertThat(CollectRule.decide(waiting, List.of(), List.of(holding, loose), _ -> false))
                .isEmpty();
        String removal = "\"op\":\"remove\",\"path\":\"/metadata/finalizers/1\"";
        assertThat(told(CollectRule.decide(waiting, List.of(), List.of(loose), _ -> false)))
                .contains(removal);
        assertThat(told(CollectRule.decide(waiting, List.of(), List.of(holding), _ -> true)))
                .contains(removal);
    }

    @Test
    void thoseWhoAreLetGoKeepTheirOtherOwners() {
        Item leaving = item("x", Instant.EPOCH, List.of("orphan"));
        Item one = item("d", null, List.of(), owner("x", true));
        Item two = item("e", null, List.of(), owner("x", true), owner("y", false));
        assertThat(told(CollectRule.decide(leaving, List.of(), List.of(one, two), _ -> false)))
                .matches(
                        "patch d .*\"ownerReferences\":\\[\\].*; patch e .*\"name\":\"y\".*; patch x .*finalizers/0.*");
    }

    @Test
    void objectThatGoesForOthersIsLeftAlone() {
        Item going = item("x", Instant.EPOCH, List.of("other"), owner("a", true));
        assertThat(CollectRule.decide(
                        going, List.of(new Tie(owner("a", true), Standing.ABSENT)), List.of(), _ -> false))
                .isEmpty();
    }
}
