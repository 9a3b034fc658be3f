package dev.stowage.apiserver.registry.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;

final class HorizontalPodAutoscalerStrategy implements ResourceStrategy {
    /// The default target of CPU utilization, in percent.
    private static final int MEAN = 80;

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("HorizontalPodAutoscaler", "horizontalpodautoscalers")
                .versions("v2", "v1")
                .shortNames("hpa")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .conversion(new AutoscalerConversion())
                .strategy(new HorizontalPodAutoscalerStrategy())
                .columns(FunctionColumns.name()
                        .text("Reference", HorizontalPodAutoscalerStrategy::reference)
                        .text("Targets", AutoscalerMetrics::shown)
                        .text("MinPods", HorizontalPodAutoscalerStrategy::fewest)
                        .text("MaxPods", object -> TableCells.number(object, "spec", "maxReplicas"))
                        .text("Replicas", object -> TableCells.number(object, "status", "currentReplicas"))
                        .age())
                .done();
    }

    private static String reference(JsonNode object) {
        JsonNode target = JsonTree.at(object, "spec", "scaleTargetRef");
        return JsonTree.text(target, "kind") + "/" + JsonTree.text(target, "name");
    }

    private static String fewest(JsonNode object) {
        return JsonTree.has(object, "spec", "minReplicas")
                ? JsonTree.at(object, "spec", "minReplicas").asText()
                : "<unset>";
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        FieldDefaults.number(spec, "minReplicas", 1);
        if (JsonTree.list(spec, "metrics").isEmpty()) {
            AutoscalerMetrics.processor(spec.putArray("metrics").addObject(), MEAN);
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        long fewest = TableCells.number(spec, "minReplicas");
        long most = TableCells.number(spec, "maxReplicas");
        if (fewest < 1) {
            fieldErrors.invalid("spec.minReplicas", Long.toString(fewest), "must be greater than or equal to 1");
        }
        if (most == 0) {
            fieldErrors.required("spec.maxReplicas", "must be set and greater than 0");
        } else if (most < 0) {
            fieldErrors.invalid("spec.maxReplicas", Long.toString(most), "must be greater than or equal to 1");
        }
        if (most < fewest) {
            fieldErrors.invalid(
                    "spec.maxReplicas", Long.toString(most), "must be greater than or equal to `minReplicas`");
        }
        for (String field : new String[] {"kind", "name"}) {
            FieldChecks.required(
                    JsonTree.text(spec, "scaleTargetRef", field), "spec.scaleTargetRef." + field, fieldErrors);
        }
    }
}
