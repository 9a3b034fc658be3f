package dev.stowage.apiserver.registry.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.InitialStatus;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.validation.LabelValidation;

final class PodDisruptionBudgetStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("PodDisruptionBudget", "poddisruptionbudgets")
                .shortNames("pdb")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .strategy(new PodDisruptionBudgetStrategy())
                .columns(FunctionColumns.name()
                        .text("Min Available", object -> amount(object, "minAvailable"))
                        .text("Max Unavailable", object -> amount(object, "maxUnavailable"))
                        .number(
                                "Allowed Disruptions",
                                object -> TableCells.number(object, "status", "disruptionsAllowed"))
                        .age())
                .done();
    }

    private static String amount(JsonNode object, String field) {
        return JsonTree.has(object, "spec", field)
                ? JsonTree.at(object, "spec", field).asText()
                : "N/A";
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.policy.v1.PodDisruptionBudgetStatus");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        if (JsonTree.has(spec, "minAvailable") && JsonTree.has(spec, "maxUnavailable")) {
            String shown =
                    "{\"MinAvailable\":%s,\"Selector\":%s,\"MaxUnavailable\":%s,\"UnhealthyPodEvictionPolicy\":null}"
                            .formatted(
                                    spec.path("minAvailable"),
                                    JsonTree.has(spec, "selector")
                                            ? spec.path("selector").toString()
                                            : "null",
                                    spec.path("maxUnavailable"));
            fieldErrors.invalid("spec", shown, "minAvailable and maxUnavailable cannot be both set");
        }
        LabelValidation.validateSelector(spec.path("selector"), false, "spec.selector", fieldErrors);
    }
}
