package dev.stowage.control.schedule;

import static dev.stowage.control.schedule.Scene.onlyOn;
import static dev.stowage.control.schedule.Scene.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.control.schedule.Placement.Fit;
import dev.stowage.kube.model.Kinds;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {

    private static Scene two() {
        return new Scene().node("a", "{'host':'a'}", "{}").node("b", "{'host':'b'}", "{}");
    }

    private static Scene manual() {
        return two().storageClass("slow", "kubernetes.io/no-provisioner", "");
    }

    private static Scene tracked() {
        return two().storageClass("slow", "d", "").tracking("d");
    }

    private static Fit fit(Pod pod, View view) {
        return (Fit) Placement.of(pod, view);
    }

    private static List<String> volumes(Fit fit) {
        return fit.choices().stream()
                .map(choice -> choice.claim().meta().name() + "="
                        + switch (choice) {
                            case Choice.Take take -> take.volume().meta().name();
                            case Choice.Provision made ->
                                made.pool() == null ? "new" : made.pool().name();
                        })
                .toList();
    }

    @Test
    void podGoesWhereItsVolumeIs() {
        View view =
                two().volume("v", "1Gi", "{}", onlyOn("b")).boundTo("data", "v").view();

        assertThat(fit(pod("p", "{}", "data"), view).node()).isEqualTo("b");
    }

    @Test
    void smallestVolumeThatWillDoIsTakenForEachClaim() {
        View view = manual().delayed("big", "3Gi")
                .delayed("small", "1Gi")
                .volume("v4", "4Gi", "{}", onlyOn("a"))
                .volume("v2", "2Gi", "{}", onlyOn("a"))
                .volume("v8", "8Gi", "{}", onlyOn("b"))
                .view();

        Fit fit = fit(pod("p", "{}", "big", "small"), view);

        assertThat(fit.node()).isEqualTo("a");
        assertThat(volumes(fit)).containsExactly("small=v2", "big=v4");
    }

    @Test
    void volumeThatWasMeantForTheClaimComesFirst() {
        View view = manual().delayed("data", "1Gi")
                .volume("free", "1Gi", "{}", "")
                .volume("mine", "5Gi", "{}", ",'claimRef':{'namespace':'ns','name':'data'}" + onlyOn("b"))
                .view();

        Fit fit = fit(pod("p", "{'nodeSelector':{'host':'b'}}", "data"), view);

        assertThat(volumes(fit)).containsExactly("data=mine");
    }

    @Test
    void volumeIsGivenOnce() {
        View view = manual().delayed("one", "1Gi")
                .delayed("two", "1Gi")
                .volume("v", "1Gi", "{}", "")
                .view();
        Pod first = pod("first", "{}", "one");

        View after = view.with(first, fit(first, view));

        assertThat(Placement.of(pod("second", "{}", "two"), after)).isInstanceOf(Placement.NoFit.class);
    }

    @Test
    void secondPodOfAClaimFollowsTheFirst() {
        View view = two().storageClass("slow", "d", "").delayed("data", "1Gi").view();
        Pod first = pod("first", "{'nodeSelector':{'host':'b'}}", "data");

        View after = view.with(first, fit(first, view));

        assertThat(fit(pod("second", "{}", "data"), after).node()).isEqualTo("b");
    }

    @Test
    void claimsOfAPodHaveToFitTogether() {
        Scene scene = tracked()
                .delayed("one", "3Gi")
                .delayed("two", "3Gi")
                .capacity("of-a", "a", "'capacity':'5Gi'")
                .capacity("of-b", "b", "'capacity':'6Gi'");

        Fit fit = fit(pod("p", "{}", "one", "two"), scene.view());

        assertThat(fit.node()).isEqualTo("b");
        assertThat(volumes(fit)).containsExactly("one=of-b", "two=of-b");
    }

    @Test
    void largestVolumeCountsForEachAndCapacityForAll() {
        Scene scene = tracked()
                .delayed("one", "3Gi")
                .capacity("of-a", "a", "'capacity':'50Gi','maximumVolumeSize':'2Gi'")
                .capacity("of-b", "b", "'maximumVolumeSize':'3Gi'");

        assertThat(fit(pod("p", "{}", "one"), scene.view()).node()).isEqualTo("b");
    }

    @Test
    void capacityIsGivenOnce() {
        View view = tracked()
                .delayed("one", "3Gi")
                .delayed("two", "3Gi")
                .delayed("three", "3Gi")
                .capacity("of-a", "a", "'capacity':'5Gi'")
                .capacity("of-b", "b", "'capacity':'5Gi'")
                .view();
        List<String> nodes = new ArrayList<>();
        for (String claim : List.of("one", "two")) {
            Pod pod = pod("of-" + claim, "{}", claim);
            Fit fit = fit(pod, view);
            nodes.add(fit.node());
            view = view.with(pod, fit);
        }

        assertThat(nodes).containsExactlyInAnyOrder("a", "b");
        assertThat(Placement.of(pod("of-three", "{}", "three"), view)).isInstanceOf(Placement.NoFit.class);
    }

    @Test
    void whatIsSpentIsNotThere() {
        Scene scene = tracked()
                .delayed("one", "3Gi")
                .capacity("of-a", "a", "'capacity':'5Gi'")
                .spent("of-a", 3L << 30);

        assertThat(Placement.of(pod("p", "{}", "one"), scene.view())).isInstanceOf(Placement.NoFit.class);
    }

    @Test
    void placeWithTheMostRoomIsPreferred() {
        View view = tracked()
                .delayed("one", "1Gi")
                .capacity("of-a", "a", "'capacity':'2Gi'")
                .capacity("of-b", "b", "'capacity':'200Gi'")
                .view();

        assertThat(fit(pod("p", "{}", "one"), view).node()).isEqualTo("b");
    }

    @Test
    void volumeOfTwoPodsCountsOnceAgainstTheLimit() {
        Scene scene = new Scene()
                .node("a", "{}", "{}")
                .csiNode("a", "d", 1)
                .volume("v", "1Gi", "{}", ",'csi':{'driver':'d','volumeHandle':'h'}")
                .boundTo("data", "v")
                .attached("a", "d", "h")
                .running("a", pod("q", "{}", "data"));

        assertThat(fit(pod("p", "{}", "data"), scene.view()).node()).isEqualTo("a");
    }

    @Test
    void claimsNotYetBoundCountAgainstTheLimit() {
        View view = new Scene()
                .node("a", "{}", "{}")
                .csiNode("a", "d", 1)
                .storageClass("slow", "d", "")
                .delayed("one", "1Gi")
                .delayed("two", "1Gi")
                .view();
        Pod first = pod("first", "{}", "one");

        View after = view.with(first, fit(first, view));

        assertThat(Placement.of(pod("second", "{}", "two"), after)).isInstanceOf(Placement.NoFit.class);
    }

    @Test
    void nodesWithMoreToSpareComeFirst() {
        View view = two().running("a", pod("other", "{'containers':[{'resources':{'requests':{'cpu':'3'}}}]}"))
                .view();
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Pod pod = pod("p" + i, "{}");
            Fit fit = fit(pod, view);
            nodes.add(fit.node());
            view = view.with(pod, fit);
        }

        assertThat(nodes).containsOnly("b");
    }

    @Test
    void podsOfOneOwnerSpread() {
        String owner = "'ownerReferences':[{'kind':'ReplicaSet','name':'r','uid':'u','controller':true}]";
        View view = two().running(
                        "a", Scene.read(Kinds.PODS, "{'metadata':{'namespace':'ns','name':'q',%s}}".formatted(owner)))
                .running("b", pod("one", "{}"))
                .running("b", pod("two", "{}"))
                .view();
        Pod sibling = Scene.read(Kinds.PODS, "{'metadata':{'namespace':'ns','name':'p',%s}}".formatted(owner));

        assertThat(fit(sibling, view).node()).isEqualTo("b");
        assertThat(fit(pod("stranger", "{}"), view).node()).isEqualTo("a");
    }

    @Test
    void tolerationsAndNamesOpenNodes() {
        View view = new Scene()
                .node("a", "{}", "{'unschedulable':true}")
                .node("b", "{}", "{'taints':[{'key':'k','value':'v','effect':'NoExecute'}]}")
                .view();

        assertThat(fit(
                                pod(
                                        "p",
                                        "{'tolerations':[{'key':'node.kubernetes.io/unschedulable','operator':'Exists'}]}"),
                                view)
                        .node())
                .isEqualTo("a");
        assertThat(fit(pod("p", "{'tolerations':[{'key':'k','value':'v'}]}"), view)
                        .node())
                .isEqualTo("b");
    }

    @Test
    void nodesThatWouldRatherBeLeftAloneComeLast() {
        View view = new Scene()
                .node("a", "{}", "{'taints':[{'key':'k','effect':'PreferNoSchedule'}]}")
                .node("b", "{}", "{}")
                .view();

        assertThat(fit(pod("p", "{}"), view).node()).isEqualTo("b");
    }

    @Test
    void firstOfPodsThatWantToBeTogetherGoesAnywhereAndTheOthersFollow() {
        String together =
                "{'metadata':{'namespace':'ns','name':'%s','labels':{'app':'web'}},'spec':{'nodeSelector':%s,'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'host','labelSelector':{'matchLabels':{'app':'web'}}}]}}}}";
        View view = two().view();
        Pod first = Scene.read(Kinds.PODS, together.formatted("first", "{'host':'b'}"));
        Fit fit = fit(first, view);

        assertThat(fit.node()).isEqualTo("b");
        assertThat(fit(Scene.read(Kinds.PODS, together.formatted("second", "{}")), view.with(first, fit))
                        .node())
                .isEqualTo("b");
    }

    @Test
    void spendingEndsWhenCapacityWasMeasuredAnew() {
        var capacities = List.of(
                Scene.read(
                        Kinds.STORAGE_CAPACITIES,
                        "{'metadata':{'namespace':'ns','name':'c','resourceVersion':'7'},'storageClassName':'slow','nodeTopology':{},'capacity':'5Gi'}"));
        var claim = Scene.read(
                Kinds.CLAIMS,
                "{'metadata':{'namespace':'ns','name':'x'},'spec':{'storageClassName':'slow','resources':{'requests':{'storage':'1Gi'}}}}");
        var node = Scene.read(Kinds.NODES, "{'metadata':{'name':'a'}}").meta();
        var before = Scene.read(Kinds.VOLUMES, "{'metadata':{'name':'v','resourceVersion':'6'}}")
                .meta();
        var after = Scene.read(Kinds.VOLUMES, "{'metadata':{'name':'v','resourceVersion':'8'}}")
                .meta();
        NamespacedName pool = new NamespacedName("ns", "c");

        assertThat(Spending.sum(List.of(new Spending(claim, node, null, null)), capacities))
                .containsEntry(pool, 1L << 30);
        assertThat(Spending.sum(List.of(new Spending(claim, node, null, after)), capacities))
                .containsEntry(pool, 1L << 30);
        assertThat(Spending.sum(List.of(new Spending(claim, node, null, before)), capacities))
                .isEmpty();
    }
}
