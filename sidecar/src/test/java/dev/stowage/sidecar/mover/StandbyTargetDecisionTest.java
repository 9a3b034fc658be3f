package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandbyTargetDecisionTest {
    private static final Node SOURCE = node("a", "zone-1");
    private static final Node NEAR = node("b", "zone-1");
    private static final Node FAR = node("c", "zone-2");

    private static Node node(String name, String zone) {
        return Node.read(json(name, zone));
    }

    private static ObjectNode json(String name, String zone) {
        ObjectNode node = MoveObjects.node(name);
        node.withObject("/metadata/labels").put("zone", zone);
        return node;
    }

    private static StandbyTargetDecision among(String key, Map<String, Long> standbys, Node... nodes) {
        return new StandbyTargetDecision(
                MoveObjects.DRIVER,
                key,
                List.of(nodes),
                List.of(nodes).stream()
                        .map(node ->
                                CsiNode.read(MoveObjects.csiNode(node.meta().name())))
                        .toList(),
                standbys);
    }

    @Test
    void theNodeWithTheFewestStandbysKeepsIt() {
        assertThat(among("", Map.of("b", 2L, "c", 1L), SOURCE, NEAR, FAR).choose(SOURCE))
                .contains("c");
        assertThat(among("", Map.of(), SOURCE, NEAR, FAR).choose(SOURCE)).contains("b");
    }

    @Test
    void aTopologyKeyKeepsItApart() {
        assertThat(among("zone", Map.of("c", 9L), SOURCE, NEAR, FAR).choose(SOURCE))
                .contains("c");
        assertThat(among("zone", Map.of(), SOURCE, NEAR).choose(SOURCE)).isEmpty();
        assertThat(among("rack", Map.of(), SOURCE, NEAR, FAR).choose(SOURCE)).isEmpty();
    }

    @Test
    void aNodeThatTakesNoPodsDoesNotKeepIt() {
        ObjectNode cordoned = json("b", "zone-1");
        cordoned.withObject("/spec").put("unschedulable", true);
        ObjectNode tainted = json("b", "zone-1");
        tainted.withObject("/spec")
                .putArray("taints")
                .addObject()
                .put("key", "k")
                .put("effect", "NoSchedule");
        ObjectNode lost = json("b", "zone-1");
        lost.withObject("/status").remove("conditions");
        for (ObjectNode each : List.of(cordoned, tainted, lost)) {
            assertThat(among("", Map.of(), SOURCE, Node.read(each)).choose(SOURCE))
                    .isEmpty();
        }
        assertThat(new StandbyTargetDecision(MoveObjects.DRIVER, "", List.of(SOURCE, NEAR), List.of(), Map.of())
                        .choose(SOURCE))
                .isEmpty();
    }

    @Test
    void aClassSaysWhetherThereIsOne() {
        assertThat(StandbyClass.of(Map.of())).isEmpty();
        assertThat(StandbyClass.of(Map.of("standby", "0"))).isEmpty();
        assertThat(StandbyClass.of(Map.of(
                        "standby", "1",
                        "standbyInterval", "5m",
                        "standbyTopologyKey", "zone",
                        "standbyPromotion", "OutOfService")))
                .contains(new StandbyClass(Duration.ofMinutes(5), "zone", true));
        assertThat(StandbyClass.of(Map.of("standby", "1")))
                .contains(new StandbyClass(Duration.ofSeconds(30), "", false));
    }
}
