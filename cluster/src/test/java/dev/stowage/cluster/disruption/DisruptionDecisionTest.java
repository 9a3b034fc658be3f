package dev.stowage.cluster.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodDisruptionBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisruptionDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");

    /// Pods are `name/state`; the result is healthy/desired/expected and the allowed disruptions.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            no pods                         | 'minAvailable':1       | 0 |                            | 0/1/0 0 | NoPods
            enough                          | 'minAvailable':1       | 0 | a/ready b/ready c/ready    | 3/1/3 2 | ~~
            just enough                     | 'minAvailable':2       | 0 | a/ready b/ready c/unready  | 2/2/3 0 | ~~
            too few                         | 'minAvailable':2       | 0 | a/ready                    | 1/2/1 0 | ~~
            one that ends does not count    | 'minAvailable':1       | 0 | a/ready b/ending           | 1/1/2 0 | ~~
            half, rounded up                | 'minAvailable':'50%'   | 5 | a/ready b/ready c/ready d/ready e/ready | 5/3/5 2 | ~~
            one may be missing              | 'maxUnavailable':1     | 3 | a/ready b/ready c/ready    | 3/2/3 1 | ~~
            one is missing already          | 'maxUnavailable':1     | 3 | a/ready b/ready            | 2/2/3 0 | ~~
            a third may be missing          | 'maxUnavailable':'30%' | 3 | a/ready b/ready c/ready    | 3/2/3 1 | ~~
            all may be missing              | 'maxUnavailable':9     | 3 | a/ready                    | 1/0/3 1 | ~~
            pods without an owner           | 'maxUnavailable':1     | 0 | x/ready                    | 1/0/0 0 | UnmanagedPods
            """)
    void budgetIsCounted(String what, String spec, int scale, String pods, String status, String events) {
        DisruptionDecision decision = DisruptionDecision.decide(new DisruptionState(
                budget(spec, "{}"), pods(pods), scale == 0 ? Map.of() : Map.of("owner", scale), "", NOW));
        JsonNode written = written(decision);
        assertThat("%d/%d/%d %d"
                        .formatted(
                                written.path("currentHealthy").asInt(),
                                written.path("desiredHealthy").asInt(),
                                written.path("expectedPods").asInt(),
                                written.path("disruptionsAllowed").asInt()))
                .as(what)
                .isEqualTo(status);
        assertThat(String.join(" ", reasons(decision))).as(what).isEqualTo(events);
    }

    @Test
    void conditionSaysWhetherAnyIsAllowed() {
        var state = new DisruptionState(budget("'minAvailable':1", "{}"), pods("a/ready b/ready"), Map.of(), "", NOW);
        assertThat(written(DisruptionDecision.decide(state)).at("/conditions/0"))
                .hasToString("{\"type\":\"DisruptionAllowed\",\"status\":\"True\","
                        + "\"lastTransitionTime\":\"2026-01-01T10:00:00Z\",\"reason\":\"SufficientPods\",\"message\":\"\","
                        + "\"observedGeneration\":7}");
    }

    @Test
    void statusThatIsTrueIsNotWrittenAgain() {
        var state = new DisruptionState(budget("'minAvailable':1", "{}"), pods("a/ready b/ready"), Map.of(), "", NOW);
        ObjectNode status = (ObjectNode) written(DisruptionDecision.decide(state));
        var again = new DisruptionState(
                budget("'minAvailable':1", status.toString()), pods("a/ready b/ready"), Map.of(), "", NOW);
        assertThat(DisruptionDecision.decide(again).actions()).isEmpty();
    }

    @Test
    void announcedEvictionCountsUntilItsTimeIsUp() {
        String announced =
                "{'disruptedPods':{'a':'2026-01-01T09:59:00Z','b':'2026-01-01T09:00:00Z','gone':'2026-01-01T09:59:59Z'}}";
        DisruptionDecision decision = DisruptionDecision.decide(
                new DisruptionState(budget("'minAvailable':1", announced), pods("a/ready b/ready"), Map.of(), "", NOW));
        JsonNode status = written(decision);
        assertThat(status.path("currentHealthy").asInt()).isEqualTo(1);
        assertThat(status.path("disruptedPods"))
                .hasToString("{\"a\":\"2026-01-01T09:59:00Z\",\"b\":null,\"gone\":null}");
        assertThat(decision.recheck()).hasValue(Instant.parse("2026-01-01T10:01:00Z"));
        assertThat(reasons(decision)).containsExactly("NotDeleted");
    }

    @Test
    void budgetThatCannotBeCountedAllowsNothing() {
        DisruptionDecision decision = DisruptionDecision.decide(new DisruptionState(
                budget("'maxUnavailable':1", "{'disruptionsAllowed':1}"),
                pods("a/ready"),
                Map.of(),
                "daemonsets.apps does not implement the scale subresource",
                NOW));
        JsonNode status = written(decision);
        assertThat(status.path("disruptionsAllowed").asInt()).isZero();
        assertThat(status.at("/conditions/0/reason").asText()).isEqualTo("SyncFailed");
        assertThat(reasons(decision)).containsExactly("CalculateExpectedPodCountFailed");
    }

    @Test
    void failureThatIsWrittenIsNotWrittenAgain() {
        var state = new DisruptionState(budget("'maxUnavailable':1", "{}"), pods("a/ready"), Map.of(), "why", NOW);
        String status = written(DisruptionDecision.decide(state)).toString();
        var again = new DisruptionState(
                budget("'maxUnavailable':1", status), pods("a/ready"), Map.of(), "why", NOW.plusSeconds(60));
        assertThat(written(DisruptionDecision.decide(again))).isEmpty();
    }

    @Test
    void selectorIsPrintedAsGoDoes() {
        DisruptionDecision decision = DisruptionDecision.decide(
                new DisruptionState(budget("'maxUnavailable':1", "{}"), pods("x/ready"), Map.of(), "", NOW));
        assertThat(WorkloadActionText.events(decision.actions()).getFirst())
                .contains("(selector: &LabelSelector{MatchLabels:map[string]string{app: w,},"
                        + "MatchExpressions:[]LabelSelectorRequirement{},})");
    }

    private static List<String> reasons(DisruptionDecision decision) {
        return WorkloadActionText.events(decision.actions()).stream()
                .map(event -> event.substring(0, event.indexOf(':')))
                .toList();
    }

    private static JsonNode written(DisruptionDecision decision) {
        return decision.actions().stream()
                .filter(ClusterAction.PatchObject.class::isInstance)
                .map(action ->
                        ((ClusterAction.PatchObject<?>) action).patch().body().path("status"))
                .findFirst()
                .orElseGet(Json::object);
    }

    private static PodDisruptionBudget budget(String spec, String status) {
        return PodDisruptionBudget.read(WorkloadActionText.json("""
                {'metadata':{'name':'b','namespace':'default','uid':'b','generation':7},
                 'spec':{'selector':{'matchLabels':{'app':'w'}},%s},'status':%s}""".formatted(spec, status)));
    }

    private static List<Pod> pods(String words) {
        List<Pod> pods = new ArrayList<>();
        for (String word : words == null || words.isEmpty() ? new String[0] : words.split(" ", -1)) {
            String[] parts = word.split("/", -1);
            pods.add(Pod.read(WorkloadActionText.json("""
                    {'metadata':{'name':'%s','namespace':'default','uid':'%s'%s%s},
                     'status':{'phase':'Running','conditions':[{'type':'Ready','status':'%s'}]}}""".formatted(
                            parts[0],
                            parts[0],
                            parts[0].equals("x")
                                    ? ""
                                    : ",'ownerReferences':[{'kind':'ReplicaSet','uid':'owner','controller':true}]",
                            parts[1].equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                            parts[1].equals("unready") ? "False" : "True"))));
        }
        return pods;
    }
}
