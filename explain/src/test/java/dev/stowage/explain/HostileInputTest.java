package dev.stowage.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.report.JsonReport;
import dev.stowage.explain.report.TextReport;
import dev.stowage.flags.TerminalColors;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every input from a server or a bundle gets a result, however malformed.
final class HostileInputTest {
    private static final Set<ResourceKind> ASKED = EnumSet.of(
            ResourceKind.POD, ResourceKind.CLAIM, ResourceKind.VOLUME, ResourceKind.SNAPSHOT, ResourceKind.ATTACHMENT);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<JsonNode> WEIRD = List.of(
            NODES.nullNode(),
            NODES.numberNode(-1),
            NODES.numberNode(1e300),
            NODES.booleanNode(true),
            NODES.textNode(""),
            NODES.textNode("\u001b[31m\n\r\u202e'; rm -rf /"),
            NODES.textNode("x".repeat(100_000)),
            NODES.arrayNode().add(NODES.nullNode()).add(1).add(NODES.arrayNode()),
            NODES.objectNode().put("name", "data").put("status", 1));

    @Test
    void emptyObjectsAreExplained() {
        for (ResourceKind resourceKind : ASKED) {
            ClusterState clusterState = new ClusterState(
                    RecordedClusterState.NOW,
                    "",
                    Map.of(resourceKind, List.of(new KubeResource(resourceKind, NODES.objectNode()))),
                    Map.of());
            answer(clusterState, clusterState.all(resourceKind).getFirst());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void fieldsOfAnyTypeAreExplained(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            ObjectNode lists = (ObjectNode) whole();
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                spoil(lists, random);
            }
            ClusterState clusterState = RecordedClusterState.of(lists);
            for (ResourceKind resourceKind : ASKED) {
                clusterState.all(resourceKind).forEach(subject -> answer(clusterState, subject));
            }
        }
    }

    @Test
    void theWholePictureIsAnsweredForEverySort() {
        ClusterState clusterState = RecordedClusterState.of(whole());
        for (ResourceKind resourceKind : ASKED) {
            assertThat(clusterState.all(resourceKind)).as(resourceKind.plural()).isNotEmpty();
        }
    }

    private static void answer(ClusterState clusterState, KubeResource subject) {
        Explanation answer = new Explainer().explain(clusterState, subject);
        String text = TextReport.of(answer, TerminalColors.PLAIN);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(2_000));
        assertThat(text).doesNotContain("\u001b").doesNotContain("\u202e");
        assertThat(JsonReport.of(answer).path("schema").asInt()).isEqualTo(1);
    }

    /// Replaces a field with an unexpected value.
    private static void spoil(JsonNode tree, Random random) {
        List<JsonNode> containers = new ArrayList<>();
        collect(tree, containers);
        JsonNode odd = WEIRD.get(random.nextInt(WEIRD.size())).deepCopy();
        switch (containers.get(random.nextInt(containers.size()))) {
            case ObjectNode object -> {
                List<String> names = new ArrayList<>();
                object.fieldNames().forEachRemaining(names::add);
                if (!names.isEmpty()) {
                    object.set(names.get(random.nextInt(names.size())), odd);
                }
            }
            case ArrayNode array -> array.add(odd);
            default -> throw new AssertionError();
        }
    }

    private static void collect(JsonNode tree, List<JsonNode> into) {
        if (tree.isContainerNode()) {
            into.add(tree);
            tree.forEach(child -> collect(child, into));
        }
    }

    private static JsonNode whole() {
        ObjectNode lists = NODES.objectNode();
        ClusterState clusterState = RecordedClusterState.named("everything");
        for (ResourceKind resourceKind : ResourceKind.values()) {
            ArrayNode list = lists.putArray(resourceKind.plural());
            clusterState
                    .all(resourceKind)
                    .forEach(kubeResource -> list.add(kubeResource.json().deepCopy()));
        }
        return lists;
    }
}
