package dev.stowage.apiserver.group.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Blank;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Labels;

final class PodDisruptionBudgets implements Strategy {
    static Resource resource(Group group) {
        return group.resource("PodDisruptionBudget", "poddisruptionbudgets")
                .shortNames("pdb")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .strategy(new PodDisruptionBudgets())
                .columns(TableOf.name()
                        .text("Min Available", object -> amount(object, "minAvailable"))
                        .text("Max Unavailable", object -> amount(object, "maxUnavailable"))
                        .number("Allowed Disruptions", object -> Cells.number(object, "status", "disruptionsAllowed"))
                        .age())
                .done();
    }

    private static String amount(JsonNode object, String field) {
        return Tree.has(object, "spec", field) ? Tree.at(object, "spec", field).asText() : "N/A";
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.policy.v1.PodDisruptionBudgetStatus");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        if (Tree.has(spec, "minAvailable") && Tree.has(spec, "maxUnavailable")) {
            String shown =
                    "{\"MinAvailable\":%s,\"Selector\":%s,\"MaxUnavailable\":%s,\"UnhealthyPodEvictionPolicy\":null}"
                            .formatted(
                                    spec.path("minAvailable"),
                                    Tree.has(spec, "selector")
                                            ? spec.path("selector").toString()
                                            : "null",
                                    spec.path("maxUnavailable"));
            problems.invalid("spec", shown, "minAvailable and maxUnavailable cannot be both set");
        }
        Labels.validateSelector(spec.path("selector"), false, "spec.selector", problems);
    }
}
