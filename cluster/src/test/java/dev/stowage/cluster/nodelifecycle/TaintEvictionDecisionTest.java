package dev.stowage.cluster.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.podgc.PodGcDecision;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaintEvictionDecisionTest {
    private static final String FOREVER = "{'key':'node.kubernetes.io/unreachable','operator':'Exists'}";
    private static final String MINUTE =
            "{'key':'node.kubernetes.io/unreachable','operator':'Exists','effect':'NoExecute','tolerationSeconds':60}";
    private static final String OTHER = "{'key':'other','operator':'Exists','tolerationSeconds':10}";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            no taint that drives out             | Ready=True unreachable:NoSchedule               | none    | never
            a taint that is not tolerated        | Ready=True unreachable:NoExecute                | none    | PT0S
            a taint that is tolerated            | Ready=True unreachable:NoExecute                | forever | never
            a taint that is tolerated for a time | Ready=True unreachable:NoExecute                | minute  | PT1M
            the shorter time counts              | Ready=True unreachable:NoExecute other/x:NoExecute | minute both | PT10S
            one of two is not tolerated          | Ready=True unreachable:NoExecute not-ready:NoExecute | forever | PT0S
            one that ends anyway                 | Ready=True unreachable:NoExecute                | ending  | never
            """)
    void podStaysAsLongAsItTolerates(String what, String node, String pod, String then) {
        String tolerations = switch (pod) {
            case "forever" -> FOREVER;
            case "minute" -> MINUTE;
            case "minute both" -> MINUTE + "," + OTHER.replace("other", "other/x");
            default -> "";
        };
        Pod written = NodeTestObjects.pod(
                "p", "True", tolerations, pod.equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "");
        String said = switch (TaintEvictionDecision.of(written, NodeTestObjects.node(node))) {
            case TaintEvictionDecision.Never() -> "never";
            case TaintEvictionDecision.After(Duration after) -> after.toString();
        };
        assertThat(said).as(what).isEqualTo(then);
    }

    @Test
    void timeCountsFromTheTaintOrFromThePodWhicheverCameLater() {
        Instant now = Instant.parse("2026-02-01T00:00:00Z");
        Node node = Node.read(
                NodeTestObjects.json(
                        "{'metadata':{'name':'n'},'spec':{'taints':[{'key':'k','effect':'NoExecute','timeAdded':'2026-01-01T00:00:00Z'}]}}"));
        Pod old = NodeTestObjects.pod("p", "True", "", "");
        assertThat(TaintEvictionDecision.since(old, node, now)).isEqualTo("2026-01-01T00:00:00Z");
        Pod young =
                Pod.read(NodeTestObjects.json("{'metadata':{'name':'p','creationTimestamp':'2026-01-15T00:00:00Z'}}"));
        assertThat(TaintEvictionDecision.since(young, node, now)).isEqualTo("2026-01-15T00:00:00Z");
        Node unwritten = Node.read(
                NodeTestObjects.json("{'metadata':{'name':'n'},'spec':{'taints':[{'key':'k','effect':'NoExecute'}]}}"));
        assertThat(TaintEvictionDecision.since(old, unwritten, now)).isEqualTo(now);
    }

    @Test
    void podIsAbandonedWhenItEndsAndNobodyCanEndIt() {
        Pod ending = NodeTestObjects.pod("p", "True", "", ",'deletionTimestamp':'2026-01-01T00:00:00Z'");
        Pod running = NodeTestObjects.pod("p", "True", "", "");
        Optional<Node> out = Optional.of(NodeTestObjects.node("Ready=Unknown out-of-service:NoExecute"));
        assertThat(PodGcDecision.isAbandoned(ending, out)).isTrue();
        assertThat(PodGcDecision.isAbandoned(running, out)).isFalse();
        assertThat(PodGcDecision.isAbandoned(
                        ending, Optional.of(NodeTestObjects.node("Ready=True out-of-service:NoExecute"))))
                .isFalse();
        assertThat(PodGcDecision.isAbandoned(ending, Optional.of(NodeTestObjects.node("Ready=Unknown"))))
                .isFalse();
        assertThat(PodGcDecision.isAbandoned(ending, Optional.empty())).isFalse();
        Pod unplaced = Pod.read(
                NodeTestObjects.json("{'metadata':{'name':'p','deletionTimestamp':'2026-01-01T00:00:00Z'},'spec':{}}"));
        assertThat(PodGcDecision.isAbandoned(unplaced, Optional.empty())).isTrue();
    }

    @Test
    void theOldestGoWhenTooManyAreOver() {
        List<Pod> over = List.of(over("b", 2), over("c", 3), over("a", 1));
        assertThat(PodGcDecision.tooMany(over, 2))
                .extracting(pod -> pod.meta().name())
                .containsExactly("a");
        assertThat(PodGcDecision.tooMany(over, 3)).isEmpty();
        assertThat(PodGcDecision.tooMany(over, 0)).isEmpty();
    }

    private static Pod over(String name, int day) {
        return Pod.read(NodeTestObjects.json(
                "{'metadata':{'name':'%s','creationTimestamp':'2026-01-0%dT00:00:00Z'},'status':{'phase':'Succeeded'}}"
                        .formatted(name, day)));
    }
}
