package dev.stowage.control.nodelife;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvictionTest {
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
        Pod written = Written.pod(
                "p", "True", tolerations, pod.equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "");
        String said = switch (Eviction.of(written, Written.node(node))) {
            case Eviction.Never() -> "never";
            case Eviction.After(Duration after) -> after.toString();
        };
        assertThat(said).as(what).isEqualTo(then);
    }

    @Test
    void timeCountsFromTheTaintOrFromThePodWhicheverCameLater() {
        Instant now = Instant.parse("2026-02-01T00:00:00Z");
        Node node = Node.read(
                Written.json(
                        "{'metadata':{'name':'n'},'spec':{'taints':[{'key':'k','effect':'NoExecute','timeAdded':'2026-01-01T00:00:00Z'}]}}"));
        Pod old = Written.pod("p", "True", "", "");
        assertThat(Eviction.since(old, node, now)).isEqualTo("2026-01-01T00:00:00Z");
        Pod young = Pod.read(Written.json("{'metadata':{'name':'p','creationTimestamp':'2026-01-15T00:00:00Z'}}"));
        assertThat(Eviction.since(young, node, now)).isEqualTo("2026-01-15T00:00:00Z");
        Node unwritten = Node.read(
                Written.json("{'metadata':{'name':'n'},'spec':{'taints':[{'key':'k','effect':'NoExecute'}]}}"));
        assertThat(Eviction.since(old, unwritten, now)).isEqualTo(now);
    }

    @Test
    void podIsAbandonedWhenItEndsAndNobodyCanEndIt() {
        Pod ending = Written.pod("p", "True", "", ",'deletionTimestamp':'2026-01-01T00:00:00Z'");
        Pod running = Written.pod("p", "True", "", "");
        Optional<Node> out = Optional.of(Written.node("Ready=Unknown out-of-service:NoExecute"));
        assertThat(Leftover.isAbandoned(ending, out)).isTrue();
        assertThat(Leftover.isAbandoned(running, out)).isFalse();
        assertThat(Leftover.isAbandoned(ending, Optional.of(Written.node("Ready=True out-of-service:NoExecute"))))
                .isFalse();
        assertThat(Leftover.isAbandoned(ending, Optional.of(Written.node("Ready=Unknown"))))
                .isFalse();
        assertThat(Leftover.isAbandoned(ending, Optional.empty())).isFalse();
        Pod unplaced = Pod.read(
                Written.json("{'metadata':{'name':'p','deletionTimestamp':'2026-01-01T00:00:00Z'},'spec':{}}"));
        assertThat(Leftover.isAbandoned(unplaced, Optional.empty())).isTrue();
    }

    @Test
    void theOldestGoWhenTooManyAreOver() {
        List<Pod> over = List.of(over("b", 2), over("c", 3), over("a", 1));
        assertThat(Leftover.tooMany(over, 2))
                .extracting(pod -> pod.meta().name())
                .containsExactly("a");
        assertThat(Leftover.tooMany(over, 3)).isEmpty();
        assertThat(Leftover.tooMany(over, 0)).isEmpty();
    }

    private static Pod over(String name, int day) {
        return Pod.read(Written.json(
                "{'metadata':{'name':'%s','creationTimestamp':'2026-01-0%dT00:00:00Z'},'status':{'phase':'Succeeded'}}"
                        .formatted(name, day)));
    }
}
