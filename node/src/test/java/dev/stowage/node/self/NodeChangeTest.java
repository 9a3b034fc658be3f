package dev.stowage.node.self;

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

final class NodeChangeTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final NodeFacts FACTS = new NodeFacts(
            "n1",
            new SelfOptions(Map.of(), "10.0.0.1", "host", 110),
            new Machine("6.1", "Debian", "m", "s", "b", "amd64", 4, 1 << 20, 100),
            "process://1",
            10250);

    private static Node seen(String json) throws IOException {
        return Node.read(Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    /// An object that says all that a ready node says.
    private static Node content() throws IOException {
        ObjectNode object = NodeChange.first(FACTS, Map.of("a", "1"), wish(), Instant.EPOCH);
        object.withObject("/status").putArray("volumesInUse").add("v1");
        return Node.read(object);
    }

    private static Wish wish() {
        return new Wish(Map.of(), Map.of(), Saying.all(List.of()), Optional.empty(), Optional.empty());
    }

    private static Wish using(Set<String> volumes) {
        return new Wish(Map.of(), Map.of(), Saying.all(List.of()), Optional.of(volumes), Optional.empty());
    }

    private static String change(Node seen, Wish wish) {
        return NodeChange.between(seen, wish, NOW).map(JsonNode::toString).orElse("");
    }

    @Test
    void nothingIsWrittenThatIsThere() throws IOException {
        assertThat(change(content(), wish())).isEmpty();
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
        Wish held =
                new Wish(Map.of(), Map.of(), Saying.all(List.of("no", "not yet")), Optional.empty(), Optional.empty());
        JsonNode conditions =
                NodeChange.between(content(), held, NOW).orElseThrow().at("/status/conditions");
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
        Wish beat = new Wish(Map.of(), Map.of(), Saying.all(List.of()), Optional.empty(), Optional.of(FACTS));
        JsonNode status = NodeChange.between(content(), beat, NOW).orElseThrow().path("status");
        assertThat(status.at("/addresses/0/$patch").asText()).isEqualTo("replace");
        assertThat(status.at("/conditions/0/lastHeartbeatTime").asText()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(status.at("/allocatable/memory").asText()).isEqualTo("946176Ki");
        assertThat(status.at("/allocatable/ephemeral-storage").asText()).isEqualTo("92160");
        assertThat(status.has("volumesInUse")).isFalse();
    }

    @Test
    void labelsAndAnnotationsAreSetAndTakenAway() throws IOException {
        Wish wish = new Wish(
                Map.of("kubernetes.io/os", "linux", "zone", "z1"),
                Map.of("a", "", "b", "2", "gone", ""),
                Saying.all(List.of()),
                Optional.empty(),
                Optional.empty());
        assertThat(change(content(), wish))
                .isEqualTo("{\"metadata\":{\"labels\":{\"zone\":\"z1\"},\"annotations\":{\"a\":null,\"b\":\"2\"}}}");
    }

    @Test
    void driversAreNamedInTheOrderOfTheirNamesAndCollisionsRefused() throws IOException {
        Node node = seen("""
                {"metadata": {"labels": {"zone": "z1"}, "annotations": {"%s": "{\\"m\\":\\"1\\"}"}}}""".formatted(DriverTexts.ANNOTATION));
        DriverAsk good = ask("a", Map.of("zone", "z1", "rack", "r1"));
        DriverAsk bad = ask("z", Map.of("rack", "r2"));
        DriverTexts texts = DriverTexts.of(node, List.of(good, bad));
        assertThat(texts.annotation()).isEqualTo("{\"a\":\"id-a\",\"m\":\"1\"}");
        assertThat(texts.labels()).isEqualTo(Map.of("zone", "z1", "rack", "r1"));
        assertThat(texts.refused()).containsOnlyKeys(bad);
    }

    @Test
    void anAnnotationThatCannotBeReadIsLeftAlone() throws IOException {
        Node node = seen("""
                {"metadata": {"annotations": {"%s": "[oops"}}}""".formatted(DriverTexts.ANNOTATION));
        DriverAsk ask = ask("a", Map.of());
        DriverTexts texts = DriverTexts.of(node, List.of(ask));
        assertThat(texts.annotation()).isEqualTo("[oops");
        assertThat(texts.refused().get(ask)).contains("failed to parse node's");
    }

    private static DriverAsk ask(String driver, Map<String, String> topology) {
        return new DriverAsk(
                driver, Optional.of(new DriverAsk.Place("id-" + driver, topology)), new CompletableFuture<>());
    }

    @Test
    void theMachineIsReadFromItsFiles() {
        assertThat(Machine.memory("MemTotal:       2048000 kB\nMemFree: 1 kB")).isEqualTo(2048000);
        assertThat(Machine.memory("")).isZero();
        assertThat(Machine.image("NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n"))
                .isEqualTo("Debian GNU/Linux 12");
        assertThat(Machine.architecture("x86_64")).isEqualTo("amd64");
    }
}
