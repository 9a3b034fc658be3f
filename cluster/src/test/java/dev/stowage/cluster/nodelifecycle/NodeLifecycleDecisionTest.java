package dev.stowage.cluster.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Lease;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLifecycleDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final NodeLifecycleOptions OPTIONS =
            new NodeLifecycleOptions(Duration.ofSeconds(50), Duration.ofSeconds(60));

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a node that is well has none         | Ready=True                                          | ''
            one that is not ready                | Ready=False                                         | not-ready:NoSchedule not-ready:NoExecute
            one that is silent                   | Ready=Unknown                                       | unreachable:NoSchedule unreachable:NoExecute
            from not ready to silent             | Ready=Unknown not-ready:NoSchedule not-ready:NoExecute | unreachable:NoSchedule unreachable:NoExecute
            one that is well again               | Ready=True unreachable:NoSchedule unreachable:NoExecute | ''
            what others wrote stays              | Ready=True unreachable:NoExecute example.com/mine:NoSchedule | example.com/mine:NoSchedule
            pressure and network keep pods off   | Ready=True MemoryPressure=True DiskPressure=True PIDPressure=True NetworkUnavailable=True | memory-pressure:NoSchedule disk-pressure:NoSchedule pid-pressure:NoSchedule network-unavailable:NoSchedule
            a cordoned node                      | Ready=True cordoned                                 | unschedulable:NoSchedule
            one that is no longer cordoned       | Ready=True unschedulable:NoSchedule                 | ''
            """)
    void taintsFollowFromTheStateOfTheNode(String what, String node, String taints) {
        assertThat(words(NodeTaints.of(NodeTestObjects.node(node), true, NOW)))
                .as(what)
                .isEqualTo(taints);
    }

    @Test
    void podsAreNotDrivenOutWhenNoNodeIsReady() {
        assertThat(words(NodeTaints.of(NodeTestObjects.node("Ready=Unknown unreachable:NoExecute"), false, NOW)))
                .isEqualTo("unreachable:NoSchedule");
    }

    @Test
    void taintsThatAreAsTheyShouldBeAreNotWritten() {
        Node node = NodeTestObjects.node("Ready=Unknown unreachable:NoSchedule unreachable:NoExecute");
        assertThat(NodeLifecycleDecision.decide(node, true, true, List.of(), NOW))
                .isEmpty();
    }

    @Test
    void silentNodeIsGivenUpBeforeAnythingElse() {
        Node node = NodeTestObjects.node("Ready=True DiskPressure=False NetworkUnavailable=False");
        List<ClusterAction> actions =
                NodeLifecycleDecision.decide(node, true, true, List.of(NodeTestObjects.pod("p", "True", "", "")), NOW);
        assertThat(actions).hasSize(2);
        JsonNode conditions = ((ClusterAction.PatchObject<?>) actions.getFirst())
                .patch()
                .body()
                .path("status")
                .path("conditions");
        assertThat(conditions)
                .extracting(one ->
                        one.path("type").asText() + " " + one.path("reason").asText())
                .containsExactly(
                        "Ready NodeStatusUnknown",
                        "MemoryPressure NodeStatusNeverUpdated",
                        "DiskPressure NodeStatusUnknown",
                        "PIDPressure NodeStatusNeverUpdated");
        assertThat(((ClusterAction.RecordEvent) actions.getLast()).message())
                .isEqualTo("Node n status is now: NodeNotReady");
    }

    @Test
    void podsOfASilentNodeAreNotReady() {
        Node node = NodeTestObjects.node("Ready=Unknown unreachable:NoSchedule unreachable:NoExecute");
        List<ClusterAction> actions = NodeLifecycleDecision.decide(
                node,
                true,
                true,
                List.of(NodeTestObjects.pod("a", "True", "", ""), NodeTestObjects.pod("b", "False", "", "")),
                NOW);
        assertThat(actions).hasSize(2);
        assertThat(((ClusterAction.PatchObject<?>) actions.getFirst())
                        .seen()
                        .meta()
                        .name())
                .isEqualTo("a");
        assertThat(((ClusterAction.RecordEvent) actions.getLast()).reason()).isEqualTo("NodeNotReady");
    }

    @Test
    void pulseIsFeltWhenSomethingChangesAndByOurOwnClock() {
        Node node = NodeTestObjects.node("Ready=True");
        NodeHeartbeat first = NodeHeartbeat.after(null, node, lease("2020-01-01T00:00:00Z"), NOW);
        assertThat(first.received()).isEqualTo(NOW);
        assertThat(first.until(node, OPTIONS)).isEqualTo(NOW.plusSeconds(50));
        Instant later = NOW.plusSeconds(30);
        assertThat(NodeHeartbeat.after(first, node, lease("2020-01-01T00:00:00Z"), later)
                        .received())
                .isEqualTo(NOW);
        assertThat(NodeHeartbeat.after(first, node, lease("2020-01-01T00:00:10Z"), later)
                        .received())
                .isEqualTo(later);
        Node spoke = Node.read(
                NodeTestObjects.json(
                        "{'metadata':{'name':'n','uid':'u'},'status':{'conditions':[{'type':'Ready','status':'True','lastHeartbeatTime':'2020-01-01T00:00:00Z'}]}}"));
        assertThat(NodeHeartbeat.after(first, spoke, lease("2020-01-01T00:00:00Z"), later)
                        .received())
                .isEqualTo(later);
    }

    @Test
    void nodeThatHasNeverSpokenHasTimeSinceItCame() {
        Node node = NodeTestObjects.node("");
        NodeHeartbeat nodeHeartbeat = NodeHeartbeat.after(null, node, null, NOW);
        assertThat(nodeHeartbeat.until(node, OPTIONS)).isEqualTo(Instant.parse("2026-01-01T00:01:00Z"));
    }

    private static Lease lease(String renewed) {
        return Lease.read(
                NodeTestObjects.json("{'metadata':{'name':'n'},'spec':{'renewTime':'%s'}}".formatted(renewed)));
    }

    private static String words(List<Taint> taints) {
        return taints.stream()
                .map(taint -> taint.key().replace("node.kubernetes.io/", "") + ":" + taint.effect())
                .collect(Collectors.joining(" "));
    }
}
