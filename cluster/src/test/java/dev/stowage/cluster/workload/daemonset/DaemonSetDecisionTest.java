package dev.stowage.cluster.workload.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.DaemonSet;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonSetDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

    /// Nodes are written as `name/label,taint…`, pods as `name/node/state/hash`; an unplaced pod's node has a `?`.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a pod for every node                       | any           | a b             |                             | +a +b
            only for nodes that are meant              | disk=ssd      | a/ssd b         |                             | +a
            not for nodes that keep pods off           | any           | a/NoSchedule b  |                             | +b
            one that is there may stay                 | any           | a/NoSchedule    | p/a/ready/new               | ''
            but not where pods are driven out          | any           | a/NoExecute     | p/a/ready/new               | -p
            a node that is not ready keeps its pod     | any           | a/unreachable   | p/a/ready/new               | ''
            a cordoned node gets its pod               | any           | a/unschedulable |                             | +a
            one that is no longer meant goes           | disk=ssd      | a               | p/a/ready/new               | -p
            one that waits for its node is counted     | any           | a               | p/a?/waiting/new            | ''
            one that waits for a node that is gone     | any           | a               | p/a/ready/new q/x?/waiting/new | -q
            the younger of two goes                    | any           | a               | p/a/ready/new q/a/ready/new | -q
            one that failed goes                       | any           | a               | p/a/failed/new              | -p
            one that ends is waited for                | any           | a               | p/a/ending/new              | ''
            a new template for one at a time           | any           | a b             | p/a/ready/old q/b/ready/old | -p
            a new template waits for the new pod       | any           | a b             | p/a/waiting/new q/b/ready/old | ''
            old ones that do not serve go at once      | any           | a b             | p/a/waiting/old q/b/waiting/old | -p -q
            a new template for half at a time          | half          | a b c d         | p/a/ready/old q/b/ready/old r/c/ready/old s/d/ready/old | -p -q
            OnDelete leaves pods alone                 | ondelete      | a               | p/a/ready/old               | ''
            a new pod comes beside the old one         | surge         | a b             | p/a/ready/old q/b/ready/old | +a
            the old one stays until the new one serves | surge         | a b             | p/a/ready/old r/a/waiting/new q/b/ready/old | ''
            and then it goes                           | surge         | a b             | p/a/ready/old r/a/ready/new q/b/ready/old | -p +b
            a set that is being deleted does nothing   | deleted       | a               |                             | ''
            """)
    void setTakesItsNextStep(String what, String set, String nodes, String pods, String then) {
        assertThat(words(DaemonSetDecision.decide(state(set, nodes, pods), new NameGenerator(new Random(1)))))
                .as(what)
                .isEqualTo(then);
    }

    @Test
    void podIsBoundToItsNodeAndToleratesWhatBefallsIt() {
        ObjectSpec spec = new ObjectSpec(((ClusterAction.Create<?>)
                        DaemonSetDecision.decide(state("any", "a", ""), new NameGenerator(new Random(1)))
                                .getFirst())
                .object());
        assertThat(spec.node()).isEqualTo("a");
        assertThat(spec.object()
                        .path("metadata")
                        .path("labels")
                        .path("controller-revision-hash")
                        .asText())
                .isEqualTo("new");
        assertThat(spec.object().path("spec").path("tolerations"))
                .extracting(one ->
                        one.path("key").asText() + ":" + one.path("effect").asText())
                .containsExactly(
                        "node.kubernetes.io/not-ready:NoExecute",
                        "node.kubernetes.io/unreachable:NoExecute",
                        "node.kubernetes.io/disk-pressure:NoSchedule",
                        "node.kubernetes.io/memory-pressure:NoSchedule",
                        "node.kubernetes.io/pid-pressure:NoSchedule",
                        "node.kubernetes.io/unschedulable:NoSchedule");
    }

    @Test
    void statusCountsNodes() {
        assertThat(DaemonSetStatus.of(
                                state("disk=ssd", "a/ssd b/ssd c/ssd d", "p/a/ready/new q/b/waiting/old r/d/ready/new"))
                        .toString())
                .isEqualTo(WorkloadActionText.json(
                                "{'observedGeneration':3,'desiredNumberScheduled':3,'currentNumberScheduled':2,'numberMisscheduled':1,'numberReady':1,'numberAvailable':1,'numberUnavailable':2,'updatedNumberScheduled':1}")
                        .toString());
    }

    private record ObjectSpec(JsonNode object) {
        String node() {
            return object.path("spec")
                    .path("affinity")
                    .path("nodeAffinity")
                    .path("requiredDuringSchedulingIgnoredDuringExecution")
                    .path("nodeSelectorTerms")
                    .path(0)
                    .path("matchFields")
                    .path(0)
                    .path("values")
                    .path(0)
                    .asText();
        }
    }

    private static String words(List<ClusterAction> actions) {
        return actions.stream()
                .filter(action -> !(action instanceof ClusterAction.RecordEvent))
                .map(action -> switch (action) {
                    case ClusterAction.Create<?> create -> "+" + new ObjectSpec(create.object()).node();
                    case ClusterAction.Delete<?> delete ->
                        "-" + delete.seen().meta().name();
                    case ClusterAction other -> other.toString();
                })
                .sorted()
                .sorted((one, other) -> Character.compare(other.charAt(0), one.charAt(0)))
                .collect(Collectors.joining(" "));
    }

    private static DaemonSetState state(String set, String nodes, String pods) {
        List<Node> nodeList = new ArrayList<>();
        for (String node : nodes.split(" ", -1)) {
            nodeList.add(node(node));
        }
        List<Pod> podList = new ArrayList<>();
        for (String pod : pods == null || pods.isEmpty() ? new String[0] : pods.split(" ", -1)) {
            podList.add(pod(pod, podList.size()));
        }
        return new DaemonSetState(set(set), "new", nodeList, podList, NOW);
    }

    private static DaemonSet set(String words) {
        return DaemonSet.read(WorkloadActionText.json("""
                {'metadata':{'name':'agent','namespace':'default','uid':'set','generation':3 %s},
                 'spec':{'selector':{'matchLabels':{'app':'agent'}},
                  'updateStrategy':{'type':'%s','rollingUpdate':{'maxUnavailable':'%s','maxSurge':'%s'}},
                  'template':{'metadata':{'labels':{'app':'agent'}},'spec':{'nodeSelector':{%s}}}}}""".formatted(
                        words.equals("deleted") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        words.equals("ondelete") ? "OnDelete" : "RollingUpdate",
                        words.equals("half") ? "50%" : words.equals("surge") ? "0" : "1",
                        words.equals("surge") ? "1" : "0",
                        words.equals("disk=ssd") ? "'disk':'ssd'" : "")));
    }

    private static Node node(String words) {
        String[] parts = words.split("/", -1);
        String more = parts.length > 1 ? parts[1] : "";
        String taint = switch (more) {
            case "NoSchedule", "NoExecute" -> "{'key':'theirs','effect':'%s'}".formatted(more);
            case "unreachable" -> "{'key':'node.kubernetes.io/unreachable','effect':'NoExecute'}";
            case "unschedulable" -> "{'key':'node.kubernetes.io/unschedulable','effect':'NoSchedule'}";
            default -> "";
        };
        return Node.read(
                WorkloadActionText.json("{'metadata':{'name':'%s','labels':{'disk':'%s'}},'spec':{'taints':[%s]}}"
                        .formatted(parts[0], more, taint)));
    }

    private static Pod pod(String words, int age) {
        String[] parts = words.split("/", -1);
        boolean placed = !parts[1].endsWith("?");
        String affinity =
                "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchFields':[{'key':'metadata.name','operator':'In','values':['%s']}]}]}}}"
                        .formatted(parts[1].replace("?", ""));
        return Pod.read(WorkloadActionText.json("""
                {'metadata':{'name':'%s','namespace':'default','uid':'%s','creationTimestamp':'2026-01-01T00:00:0%dZ' %s,
                  'labels':{'app':'agent','controller-revision-hash':'%s'}},
                 'spec':{%s},
                 'status':{'phase':'%s','conditions':[{'type':'Ready','status':'%s'}]}}""".formatted(
                        parts[0],
                        parts[0],
                        age,
                        parts[2].equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        parts[3],
                        placed ? "'nodeName':'" + parts[1] + "'" : affinity,
                        parts[2].equals("failed") ? "Failed" : "Running",
                        parts[2].equals("ready") ? "True" : "False")));
    }
}
