package dev.stowage.cluster.scheduler;

import static dev.stowage.cluster.scheduler.SchedulingTestState.onlyOn;
import static dev.stowage.cluster.scheduler.SchedulingTestState.pod;
import static dev.stowage.cluster.scheduler.SchedulingTestState.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.scheduler.SchedulingDecision.Fit;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulingDecisionTest {

    private static SchedulingTestState two() {
        return new SchedulingTestState().node("a", "{'host':'a'}", "{}").node("b", "{'host':'b'}", "{}");
    }

    private static SchedulingTestState manual() {
        return two().storageClass("slow", "kubernetes.io/no-provisioner", "");
    }

    private static SchedulingTestState tracked() {
        return two().storageClass("slow", "d", "").tracking("d");
    }

    private static Fit fit(Pod pod, SchedulingState state) {
        return (Fit) SchedulingDecision.of(pod, state);
    }

    private static List<String> volumes(Fit fit) {
        return fit.choices().stream()
                .map(volumeChoice -> volumeChoice.claim().meta().name() + "="
                        + switch (volumeChoice) {
                            case VolumeChoice.Take take -> take.volume().meta().name();
                            case VolumeChoice.Provision made ->
                                made.pool() == null ? "new" : made.pool().name();
                        })
                .toList();
    }

    @Test
    void podGoesWhereItsVolumeIs() {
        SchedulingState state =
                two().volume("v", "1Gi", "{}", onlyOn("b")).boundTo("data", "v").schedulingState();

        assertThat(fit(pod("p", "{}", "data"), state).node()).isEqualTo("b");
    }

    @Test
    void smallestVolumeThatWillDoIsTakenForEachClaim() {
        SchedulingState state = manual().delayed("big", "3Gi")
                .delayed("small", "1Gi")
                .volume("v4", "4Gi", "{}", onlyOn("a"))
                .volume("v2", "2Gi", "{}", onlyOn("a"))
                .volume("v8", "8Gi", "{}", onlyOn("b"))
                .schedulingState();

        Fit fit = fit(pod("p", "{}", "big", "small"), state);

        assertThat(fit.node()).isEqualTo("a");
        assertThat(volumes(fit)).containsExactly("small=v2", "big=v4");
    }

    @Test
    void volumeThatWasMeantForTheClaimComesFirst() {
        SchedulingState state = manual().delayed("data", "1Gi")
                .volume("free", "1Gi", "{}", "")
                .volume("mine", "5Gi", "{}", ",'claimRef':{'namespace':'ns','name':'data'}" + onlyOn("b"))
                .schedulingState();

        Fit fit = fit(pod("p", "{'nodeSelector':{'host':'b'}}", "data"), state);

        assertThat(volumes(fit)).containsExactly("data=mine");
    }

    @Test
    void volumeIsGivenOnce() {
        SchedulingState state = manual().delayed("one", "1Gi")
                .delayed("two", "1Gi")
                .volume("v", "1Gi", "{}", "")
                .schedulingState();
        Pod first = pod("first", "{}", "one");

        SchedulingState after = state.with(first, fit(first, state));

        assertThat(SchedulingDecision.of(pod("second", "{}", "two"), after))
                .isInstanceOf(SchedulingDecision.NoFit.class);
    }

    @Test
    void secondPodOfAClaimFollowsTheFirst() {
        SchedulingState state =
                two().storageClass("slow", "d", "").delayed("data", "1Gi").schedulingState();
        Pod first = pod("first", "{'nodeSelector':{'host':'b'}}", "data");

        SchedulingState after = state.with(first, fit(first, state));

        assertThat(fit(pod("second", "{}", "data"), after).node()).isEqualTo("b");
    }

    @Test
    void claimsOfAPodHaveToFitTogether() {
        SchedulingTestState schedulingTestState = tracked()
                .delayed("one", "3Gi")
                .delayed("two", "3Gi")
                .capacity("of-a", "a", "'capacity':'5Gi'")
                .capacity("of-b", "b", "'capacity':'6Gi'");

        Fit fit = fit(pod("p", "{}", "one", "two"), schedulingTestState.schedulingState());

        assertThat(fit.node()).isEqualTo("b");
        assertThat(volumes(fit)).containsExactly("one=of-b", "two=of-b");
    }

    @Test
    void largestVolumeCountsForEachAndCapacityForAll() {
        SchedulingTestState schedulingTestState = tracked()
                .delayed("one", "3Gi")
                .capacity("of-a", "a", "'capacity':'50Gi','maximumVolumeSize':'2Gi'")
                .capacity("of-b", "b", "'maximumVolumeSize':'3Gi'");

        assertThat(fit(pod("p", "{}", "one"), schedulingTestState.schedulingState())
                        .node())
                .isEqualTo("b");
    }

    @Test
    void capacityIsGivenOnce() {
        SchedulingState state = tracked()
                .delayed("one", "3Gi")
                .delayed("two", "3Gi")
                .delayed("three", "3Gi")
                .capacity("of-a", "a", "'capacity':'5Gi'")
                .capacity("of-b", "b", "'capacity':'5Gi'")
                .schedulingState();
        List<String> nodes = new ArrayList<>();
        for (String claim : List.of("one", "two")) {
            Pod pod = pod("of-" + claim, "{}", claim);
            Fit fit = fit(pod, state);
            nodes.add(fit.node());
            state = state.with(pod, fit);
        }

        assertThat(nodes).containsExactlyInAnyOrder("a", "b");
        assertThat(SchedulingDecision.of(pod("of-three", "{}", "three"), state))
                .isInstanceOf(SchedulingDecision.NoFit.class);
    }

    @Test
    void whatIsSpentIsNotThere() {
        SchedulingTestState schedulingTestState = tracked()
                .delayed("one", "3Gi")
                .capacity("of-a", "a", "'capacity':'5Gi'")
                .spent("of-a", 3L << 30);

        assertThat(SchedulingDecision.of(pod("p", "{}", "one"), schedulingTestState.schedulingState()))
                .isInstanceOf(SchedulingDecision.NoFit.class);
    }

    @Test
    void placeWithTheMostRoomIsPreferred() {
        SchedulingState state = tracked()
                .delayed("one", "1Gi")
                .capacity("of-a", "a", "'capacity':'2Gi'")
                .capacity("of-b", "b", "'capacity':'200Gi'")
                .schedulingState();

        assertThat(fit(pod("p", "{}", "one"), state).node()).isEqualTo("b");
    }

    @Test
    void volumeOfTwoPodsCountsOnceAgainstTheLimit() {
        SchedulingTestState schedulingTestState = new SchedulingTestState()
                .node("a", "{}", "{}")
                .csiNode("a", "d", 1)
                .volume("v", "1Gi", "{}", ",'csi':{'driver':'d','volumeHandle':'h'}")
                .boundTo("data", "v")
                .attached("a", "d", "h")
                .running("a", pod("q", "{}", "data"));

        assertThat(fit(pod("p", "{}", "data"), schedulingTestState.schedulingState())
                        .node())
                .isEqualTo("a");
    }

    @Test
    void claimsNotYetBoundCountAgainstTheLimit() {
        SchedulingState state = new SchedulingTestState()
                .node("a", "{}", "{}")
                .csiNode("a", "d", 1)
                .storageClass("slow", "d", "")
                .delayed("one", "1Gi")
                .delayed("two", "1Gi")
                .schedulingState();
        Pod first = pod("first", "{}", "one");

        SchedulingState after = state.with(first, fit(first, state));

        assertThat(SchedulingDecision.of(pod("second", "{}", "two"), after))
                .isInstanceOf(SchedulingDecision.NoFit.class);
    }

    @Test
    void nodesWithMoreToSpareComeFirst() {
        SchedulingState state = two().running(
                        "a", pod("other", "{'containers':[{'resources':{'requests':{'cpu':'3'}}}]}"))
                .schedulingState();
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Pod pod = pod("p" + i, "{}");
            Fit fit = fit(pod, state);
            nodes.add(fit.node());
            state = state.with(pod, fit);
        }

        assertThat(nodes).containsOnly("b");
    }

    @Test
    void podsOfOneOwnerSpread() {
        String owner = "'ownerReferences':[{'kind':'ReplicaSet','name':'r','uid':'u','controller':true}]";
        SchedulingState state = two().running(
                        "a", read(Kinds.PODS, "{'metadata':{'namespace':'ns','name':'q',%s}}".formatted(owner)))
                .running("b", pod("one", "{}"))
                .running("b", pod("two", "{}"))
                .schedulingState();
        Pod sibling = read(Kinds.PODS, "{'metadata':{'namespace':'ns','name':'p',%s}}".formatted(owner));

        assertThat(fit(sibling, state).node()).isEqualTo("b");
        assertThat(fit(pod("stranger", "{}"), state).node()).isEqualTo("a");
    }

    @Test
    void tolerationsAndNamesOpenNodes() {
        SchedulingState state = new SchedulingTestState()
                .node("a", "{}", "{'unschedulable':true}")
                .node("b", "{}", "{'taints':[{'key':'k','value':'v','effect':'NoExecute'}]}")
                .schedulingState();

        assertThat(fit(
                                pod(
                                        "p",
                                        "{'tolerations':[{'key':'node.kubernetes.io/unschedulable','operator':'Exists'}]}"),
                                state)
                        .node())
                .isEqualTo("a");
        assertThat(fit(pod("p", "{'tolerations':[{'key':'k','value':'v'}]}"), state)
                        .node())
                .isEqualTo("b");
    }

    @Test
    void nodesThatWouldRatherBeLeftAloneComeLast() {
        SchedulingState state = new SchedulingTestState()
                .node("a", "{}", "{'taints':[{'key':'k','effect':'PreferNoSchedule'}]}")
                .node("b", "{}", "{}")
                .schedulingState();

        assertThat(fit(pod("p", "{}"), state).node()).isEqualTo("b");
    }

    @Test
    void firstOfPodsThatWantToBeTogetherGoesAnywhereAndTheOthersFollow() {
        String together =
                "{'metadata':{'namespace':'ns','name':'%s','labels':{'app':'web'}},'spec':{'nodeSelector':%s,'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'host','labelSelector':{'matchLabels':{'app':'web'}}}]}}}}";
        SchedulingState state = two().schedulingState();
        Pod first = read(Kinds.PODS, together.formatted("first", "{'host':'b'}"));
        Fit fit = fit(first, state);

        assertThat(fit.node()).isEqualTo("b");
        assertThat(fit(read(Kinds.PODS, together.formatted("second", "{}")), state.with(first, fit))
                        .node())
                .isEqualTo("b");
    }
}
