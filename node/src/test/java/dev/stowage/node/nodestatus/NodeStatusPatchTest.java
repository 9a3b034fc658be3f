package dev.stowage.node.nodestatus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class NodeStatusPatchTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final NodeInfo FACTS = new NodeInfo(
            "n1",
            new NodeStatusOptions(Map.of(), "10.0.0.1", "host", 110),
            new MachineInfo("6.1", "Debian", "m", "s", "b", "amd64", 4, 1 << 20, 100),
            "process://1",
            10250);

    private static Node seen(String json) throws IOException {
        return Node.read(Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    /// A Node object with the complete status of a ready node.
    private static Node content() throws IOException {
        ObjectNode object = NodeStatusPatch.first(FACTS, Map.of("a", "1"), desiredNodeStatus(), Instant.EPOCH);
        object.withObject("/status").putArray("volumesInUse").add("v1");
        return Node.read(object);
    }

    private static DesiredNodeStatus desiredNodeStatus() {
        return new DesiredNodeStatus(
                Map.of(), Map.of(), NodeCondition.all(List.of()), Optional.empty(), Optional.empty());
    }

    private static DesiredNodeStatus using(Set<String> volumes) {
        return new DesiredNodeStatus(
                Map.of(), Map.of(), NodeCondition.all(List.of()), Optional.of(volumes), Optional.empty());
    }

    private static String change(Node seen, DesiredNodeStatus desired) {
        return NodeStatusPatch.between(seen, desired, NOW)
                .map(JsonNode::toString)
                .orElse("");
    }

    @Test
    void nothingIsWrittenThatIsThere() throws IOException {
        assertThat(change(content(), desiredNodeStatus())).isEmpty();
        assertThat(change(content(), using(Set.of("v1")))).isEmpty();
    }

    @Test
    void volumesInUseAreWrittenAlone() throws IOException {
        assertThat(change(content(), using(Set.of("v2", "v1"))))
                .isEqualTo("{\"status\":{\"volumesInUse\":[\"v1\",\"v2\"]}}");
        assertThat(change(content(), using(Set.of()))).isEqualTo("{\"status\":{\"volumesInUse\":[]}}");
    }

    @Test
    void aConditionKeepsTheTimeOfItsLastChangeUnlessItChanges() throws IOException {
        DesiredNodeStatus held = new DesiredNodeStatus(
                Map.of(), Map.of(), NodeCondition.all(List.of("no", "not yet")), Optional.empty(), Optional.empty());
        JsonNode conditions =
                NodeStatusPatch.between(content(), held, NOW).orElseThrow().at("/status/conditions");
        assertThat(conditions).hasSize(4).allSatisfy(condition -> {
            assertThat(condition.path("lastHeartbeatTime").asText()).isEqualTo("2026-01-02T03:04:05Z");
            assertThat(condition.path("lastTransitionTime").asText())
                    .isEqualTo(
                            condition.path("type").asText().equals("Ready")
                                    ? "2026-01-02T03:04:05Z"
                                    : "1970-01-01T00:00:00Z");
        });
        assertThat(conditions.get(3).path("message").asText()).isEqualTo("[no, not yet]");
    }

    @Test
    void aHeartbeatTellsEverythingAndReplacesAddresses() throws IOException {
        DesiredNodeStatus beat = new DesiredNodeStatus(
                Map.of(), Map.of(), NodeCondition.all(List.of()), Optional.empty(), Optional.of(FACTS));
        JsonNode status =
                NodeStatusPatch.between(content(), beat, NOW).orElseThrow().path("status");
        assertThat(status.at("/addresses/0/$patch").asText()).isEqualTo("replace");
        assertThat(status.at("/conditions/0/lastHeartbeatTime").asText()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(status.at("/allocatable/memory").asText()).isEqualTo("946176Ki");
        assertThat(status.at("/allocatable/ephemeral-storage").asText()).isEqualTo("92160");
        assertThat(status.has("volumesInUse")).isFalse();
    }

    @Test
    void labelsAndAnnotationsAreSetAndTakenAway() throws IOException {
        DesiredNodeStatus desired = new DesiredNodeStatus(
                Map.of("kubernetes.io/os", "linux", "zone", "z1"),
                Map.of("a", "", "b", "2", "gone", ""),
                NodeCondition.all(List.of()),
                Optional.empty(),
                Optional.empty());
        assertThat(change(content(), desired))
                .isEqualTo("{\"metadata\":{\"labels\":{\"zone\":\"z1\"},\"annotations\":{\"a\":null,\"b\":\"2\"}}}");
    }

    @Test
    void driversAreNamedInTheOrderOfTheirNamesAndCollisionsRefused() throws IOException {
        Node node = seen("""
                {"metadata": {"labels": {"zone": "z1"}, "annotations": {"%s": "{\\"m\\":\\"1\\"}"}}}""".formatted(DriverNodeMetadata.ANNOTATION));
        DriverUpdate good = ask("a", Map.of("zone", "z1", "rack", "r1"));
        DriverUpdate bad = ask("z", Map.of("rack", "r2"));
        DriverNodeMetadata texts = DriverNodeMetadata.of(node, List.of(good, bad));
        assertThat(texts.annotation()).isEqualTo("{\"a\":\"id-a\",\"m\":\"1\"}");
        assertThat(texts.labels()).isEqualTo(Map.of("zone", "z1", "rack", "r1"));
        assertThat(texts.refused()).containsOnlyKeys(bad);
    }

    @Test
    void anAnnotationThatCannotBeReadIsLeftAlone() throws IOException {
        Node node = seen("""
                {"metadata": {"annotations": {"%s": "[oops"}}}""".formatted(DriverNodeMetadata.ANNOTATION));
        DriverUpdate update = ask("a", Map.of());
        DriverNodeMetadata texts = DriverNodeMetadata.of(node, List.of(update));
        assertThat(texts.annotation()).isEqualTo("[oops");
        assertThat(texts.refused().get(update)).contains("failed to parse node's");
    }

    private static DriverUpdate ask(String driver, Map<String, String> topology) {
        return new DriverUpdate(
                driver,
                Optional.of(new DriverUpdate.Registration("id-" + driver, topology)),
                new CompletableFuture<>());
    }

    @Test
    void theMachineIsReadFromItsFiles() {
        assertThat(MachineInfo.memory("MemTotal:       2048000 kB\nMemFree: 1 kB"))
                .isEqualTo(2048000);
        assertThat(MachineInfo.memory("")).isZero();
        assertThat(MachineInfo.image("NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n"))
                .isEqualTo("Debian GNU/Linux 12");
        assertThat(MachineInfo.architecture("x86_64")).isEqualTo("amd64");
    }
}
