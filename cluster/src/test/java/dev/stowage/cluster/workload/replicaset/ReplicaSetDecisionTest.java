package dev.stowage.cluster.workload.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaSetDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /// Pods are written as `name/phase/node/ready/cost`.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            enough                            | 2 | a/Running/n1/yes b/Running/n2/yes             | ''
            one that ends does not count      | 1 | a/Running/n1/ending                           | create Pod
            one that is over does not count   | 1 | a/Failed/n1/no                                | create Pod
            one without a node goes first     | 1 | a/Running/n1/yes b/Pending//no                | delete Pod b
            one that is pending goes first    | 1 | a/Pending/n1/no b/Running/n1/yes              | delete Pod a
            one that is not ready goes first  | 1 | a/Running/n1/yes b/Running/n1/no              | delete Pod b
            the cheaper goes first            | 1 | a/Running/n1/yes/5 b/Running/n1/yes/-1        | delete Pod b
            one on a crowded node goes first  | 2 | a/Running/n1/yes b/Running/n2/yes c/Running/n2/yes | delete Pod b
            """)
    void setHasAsManyPodsAsWanted(String what, int replicas, String pods, String then) {
        List<Pod> all = pods(pods);
        List<ClusterAction> actions =
                ReplicaSetDecision.decide(set(replicas), all, all, new NameGenerator(new Random(1)), NOW);
        assertThat(WorkloadActionText.of(actions)).as(what).startsWith(then);
        assertThat(actions).hasSize(then.isEmpty() ? 0 : 2);
    }

    @Test
    void podsAreToldByTheNamesThatTheyWillHave() {
        List<ClusterAction> actions =
                ReplicaSetDecision.decide(set(1), List.of(), List.of(), new NameGenerator(new Random(1)), NOW);
        String name = ((ClusterAction.Create<?>) actions.getFirst())
                .object()
                .path("metadata")
                .path("name")
                .asText();
        assertThat(name).matches("web-[bcdfghjklmnpqrstvwxz2456789]{5}");
        assertThat(WorkloadActionText.events(actions)).containsExactly("SuccessfulCreate: Created pod: " + name);
    }

    @Test
    void statusCountsAndTellsOfTrouble() {
        List<Pod> pods = pods("a/Running/n1/yes b/Running/n1/no c/Running/n1/ending d/Failed/n1/no");
        assertThat(ReplicaSetStatus.of(set(3), pods, Optional.of("no room"), NOW))
                .hasToString(WorkloadActionText.json("""
                {'observedGeneration':4,'replicas':2,'fullyLabeledReplicas':2,'readyReplicas':1,'availableReplicas':1,
                 'terminatingReplicas':1,'conditions':[{'type':'ReplicaFailure','status':'True',
                 'lastTransitionTime':'2026-01-01T00:00:00Z','reason':'FailedCreate','message':'no room'}]}""").toString());
        assertThat(ReplicaSetStatus.of(set(3), pods, Optional.empty(), NOW).path("conditions"))
                .isEmpty();
    }

    private static ReplicaSet set(int replicas) {
        return ReplicaSet.read(WorkloadActionText.json(
                "{'metadata':{'name':'web','namespace':'default','uid':'set','generation':4},'spec':{'replicas':%d,'selector':{'matchLabels':{'app':'web'}},'template':{'metadata':{'labels':{'app':'web'}},'spec':{}}}}"
                        .formatted(replicas)));
    }

    private static List<Pod> pods(String words) {
        return Arrays.stream(words.split(" ", -1))
                .map(ReplicaSetDecisionTest::pod)
                .toList();
    }

    private static Pod pod(String words) {
        String[] parts = words.split("/", -1);
        return Pod.read(WorkloadActionText.json("""
                {'metadata':{'name':'%s','namespace':'default','uid':'%s','labels':{'app':'web'} %s,
                  'annotations':{'controller.kubernetes.io/pod-deletion-cost':'%s'}},
                 'spec':{'nodeName':'%s'},
                 'status':{'phase':'%s','conditions':[{'type':'Ready','status':'%s'}]}}""".formatted(
                        parts[0],
                        parts[0],
                        parts[3].equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        parts.length > 4 ? parts[4] : "",
                        parts[2],
                        parts[1],
                        parts[3].equals("yes") ? "True" : "False")));
    }
}
