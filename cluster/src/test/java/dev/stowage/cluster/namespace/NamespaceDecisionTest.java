package dev.stowage.cluster.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Namespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespaceDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.5Z");
    private static final RemainingContent NOTHING = new RemainingContent("", List.of(), Map.of(), Map.of());

    private static JsonNode json(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Namespace namespace(String conditions) {
        return Namespace.read(json("""
                {"metadata":{"name":"n","uid":"u","deletionTimestamp":"2026-01-02T03:04:02Z"},
                 "spec":{"finalizers":["kubernetes"]},"status":{"phase":"Terminating","conditions":[%s]}}""".formatted(conditions)));
    }

    private static JsonNode conditionsOf(Namespace namespace, RemainingContent remaining) {
        List<ClusterAction> actions = NamespaceDecision.statusActions(namespace, remaining, NOW);
        assertThat(actions).hasSize(1);
        return ((ClusterAction.PatchObject<?>) actions.getFirst())
                .patch()
                .body()
                .path("status")
                .path("conditions");
    }

    @Test
    void namespaceThatIsEmptyAtOnceSaysNothing() {
        assertThat(NamespaceDecision.statusActions(namespace(""), NOTHING, NOW)).isEmpty();
    }

    @Test
    void whatRemainsIsCountedAndNamed() {
        var remaining = new RemainingContent(
                "", List.of(), Map.of("pods.", 2, "boats.example.com", 1), Map.of("example.com/a", 3));
        JsonNode conditions = conditionsOf(namespace(""), remaining);
        assertThat(conditions).hasSize(5);
        assertThat(conditions.toString())
                .contains("\"type\":\"NamespaceContentRemaining\",\"status\":\"True\","
                        + "\"lastTransitionTime\":\"2026-01-02T03:04:05Z\",\"reason\":\"SomeResourcesRemain\",\"message\":"
                        + "\"Some resources are remaining: boats.example.com has 1 resource instances, "
                        + "pods. has 2 resource instances\"")
                .contains("\"message\":\"Some content in the namespace has finalizers remaining: "
                        + "example.com/a in 3 resource instances\"")
                .contains("\"type\":\"NamespaceDeletionContentFailure\",\"status\":\"False\"");
    }

    @Test
    void onlyWhatHasChangedIsWritten() {
        String before = """
                {"type":"NamespaceDeletionDiscoveryFailure","status":"False","reason":"ResourcesDiscovered",
                 "message":"All resources successfully discovered"},
                {"type":"NamespaceDeletionGroupVersionParsingFailure","status":"False","reason":"ParsedGroupVersions",
                 "message":"All legacy kube types successfully parsed"},
                {"type":"NamespaceDeletionContentFailure","status":"False","reason":"ContentDeleted",
                 "message":"All content successfully deleted, may be waiting on finalization"},
                {"type":"NamespaceFinalizersRemaining","status":"False","reason":"ContentHasNoFinalizers",
                 "message":"All content-preserving finalizers finished"},
                {"type":"NamespaceContentRemaining","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z",
                 "reason":"SomeResourcesRemain","message":"Some resources are remaining: pods. has 2 resource instances"}""";
        var fewer = new RemainingContent("", List.of(), Map.of("pods.", 1), Map.of());
        assertThat(conditionsOf(namespace(before), fewer).toString())
                .startsWith("[{\"type\":\"NamespaceContentRemaining\"")
                .contains("\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"")
                .contains("pods. has 1 resource instances");
        var same = new RemainingContent("", List.of(), Map.of("pods.", 2), Map.of());
        assertThat(NamespaceDecision.statusActions(namespace(before), same, NOW))
                .isEmpty();
        assertThat(conditionsOf(namespace(before), NOTHING).toString())
                .contains("\"status\":\"False\"", "ContentRemoved");
    }

    @Test
    void failuresAreTold() {
        var remaining = new RemainingContent("no answer", List.of("b", "a"), Map.of(), Map.of());
        assertThat(conditionsOf(namespace(""), remaining).toString())
                .contains("\"reason\":\"DiscoveryFailed\",\"message\":\"no answer\"")
                .contains("\"message\":\"Failed to delete all resource types, 2 remaining: a, b\"");
    }

    @Test
    void itStaysForItsGrace() {
        assertThat(NamespaceDecision.recheckAfter(namespace(""), Duration.ofSeconds(5), NOW))
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(NamespaceDecision.recheckAfter(namespace(""), Duration.ofSeconds(2), NOW))
                .isZero();
    }

    @Test
    void othersWhoHoldItAreKept() {
        ObjectNode whole = (ObjectNode) json("{\"spec\":{\"finalizers\":[\"kubernetes\",\"example.com/x\"]}}");
        assertThat(NamespaceDecision.finished(whole))
                .isEqualTo(json("{\"spec\":{\"finalizers\":[\"example.com/x\"]}}"));
    }
}
