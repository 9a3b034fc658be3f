package dev.stowage.cluster.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.garbagecollector.OwnerState.Status;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
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

class GarbageCollectorDecisionTest {
    private static final Kind<PartialObjectMetadata> MAPS =
            Kind.metadataOnly("", "v1", "configmaps", "ConfigMap", true);

    private static CollectableObject item(
            String name, @Nullable Instant deleted, List<String> finalizers, ObjectMeta.OwnerReference... owners) {
        return new CollectableObject(
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

    private static String text(List<ClusterAction> actions) {
        return actions.stream()
                .map(action -> switch (action) {
                    case ClusterAction.Delete<?> delete ->
                        "delete " + delete.seen().meta().name() + " "
                                + delete.how().propagation()
                                + (delete.how().onlyIfUnchanged() ? "" : " blindly");
                    case ClusterAction.PatchObject<?> patchObject ->
                        "patch " + patchObject.seen().meta().name() + " "
                                + patchObject.patch().body();
                    default -> "?";
                })
                .collect(Collectors.joining("; "));
    }

    /// The letters stand for the owners: present, waiting, absent, unknown, nowhere.
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
        List<OwnerState> ties = standings
                .chars()
                .mapToObj(letter -> new OwnerState(
                        owner("o", true),
                        Arrays.stream(Status.values())
                                .filter(status -> status.name().charAt(0) == letter
                                        && (letter != 'N' || status == Status.NOWHERE))
                                .findFirst()
                                .orElseThrow()))
                .toList();
        List<CollectableObject> family =
                dependents == 0 ? List.of() : List.of(item("d", null, List.of(), owner("x", true)));
        assertThat(text(GarbageCollectorDecision.decide(
                        item("x", null, List.of(), owner("o", true)), ties, family, _ -> false)))
                .isEqualTo(expected);
    }

    @Test
    void ownersThatLeaveAreTakenOffAnObjectThatStays() {
        CollectableObject object = item("x", null, List.of(), owner("a", true), owner("b", true), owner("c", false));
        List<OwnerState> ties = List.of(
                new OwnerState(owner("a", true), Status.ABSENT),
                new OwnerState(owner("b", true), Status.THERE),
                new OwnerState(owner("c", false), Status.WAITING));
        assertThat(text(GarbageCollectorDecision.decide(object, ties, List.of(), _ -> false)))
                .isEqualTo("patch x {\"metadata\":{\"uid\":\"x\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                        + "\"kind\":\"ConfigMap\",\"name\":\"b\",\"uid\":\"b\",\"blockOwnerDeletion\":true}],"
                        + "\"resourceVersion\":\"7\"}}");
    }

    @ParameterizedTest
    @CsvSource({"orphan,Orphan", "foregroundDeletion,Foreground", "other,Background"})
    void wishesWrittenBeforeAreHonoured(String finalizer, String expected) {
        CollectableObject object = item("x", null, List.of(finalizer), owner("a", true));
        assertThat(text(GarbageCollectorDecision.decide(
                        object, List.of(new OwnerState(owner("a", true), Status.ABSENT)), List.of(), _ -> false)))
                .isEqualTo("delete x " + expected);
    }

    @Test
    void circleOfThoseWhoWaitIsOpenedBeforeItsNextMemberGoes() {
        List<OwnerState> ties = List.of(new OwnerState(owner("a", true), Status.WAITING));
        CollectableObject waiting = item("a", Instant.EPOCH, List.of("foregroundDeletion"), owner("x", true));
        assertThat(text(GarbageCollectorDecision.decide(
                        item("x", null, List.of(), owner("a", true)), ties, List.of(waiting), _ -> false)))
                .startsWith("patch x")
                .doesNotContain("blockOwnerDeletion");
        assertThat(text(GarbageCollectorDecision.decide(
                        item("x", null, List.of(), owner("a", false)), ties, List.of(waiting), _ -> false)))
                .isEqualTo("delete x Foreground");
    }

    @Test
    void objectThatWaitsGoesWhenNobodyHoldsIt() {
        CollectableObject waiting = item("x", Instant.EPOCH, List.of("other", "foregroundDeletion"));
        CollectableObject holding = item("d", null, List.of(), owner("x", true));
        CollectableObject loose = item("e", null, List.of(), owner("x", false));
        assertThat(GarbageCollectorDecision.decide(waiting, List.of(), List.of(holding, loose), _ -> false))
                .isEmpty();
        String removal = "\"op\":\"remove\",\"path\":\"/metadata/finalizers/1\"";
        assertThat(text(GarbageCollectorDecision.decide(waiting, List.of(), List.of(loose), _ -> false)))
                .contains(removal);
        assertThat(text(GarbageCollectorDecision.decide(waiting, List.of(), List.of(holding), _ -> true)))
                .contains(removal);
    }

    @Test
    void thoseWhoAreLetGoKeepTheirOtherOwners() {
        CollectableObject leaving = item("x", Instant.EPOCH, List.of("orphan"));
        CollectableObject one = item("d", null, List.of(), owner("x", true));
        CollectableObject two = item("e", null, List.of(), owner("x", true), owner("y", false));
        assertThat(text(GarbageCollectorDecision.decide(leaving, List.of(), List.of(one, two), _ -> false)))
                .matches(
                        "patch d .*\"ownerReferences\":\\[\\].*; patch e .*\"name\":\"y\".*; patch x .*finalizers/0.*");
    }

    @Test
    void objectThatGoesForOthersIsLeftAlone() {
        CollectableObject going = item("x", Instant.EPOCH, List.of("other"), owner("a", true));
        assertThat(GarbageCollectorDecision.decide(
                        going, List.of(new OwnerState(owner("a", true), Status.ABSENT)), List.of(), _ -> false))
                .isEmpty();
    }
}
