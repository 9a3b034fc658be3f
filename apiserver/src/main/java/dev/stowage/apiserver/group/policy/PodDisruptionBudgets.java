package dev.stowage.apiserver.group.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

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
}
