package dev.stowage.apiserver.group.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class HorizontalPodAutoscalers implements Strategy {
    /// The share of the processor that is aimed at when nothing else is said, in percent.
    private static final int MEAN = 80;

    static Resource resource(Group group) {
        return group.resource("HorizontalPodAutoscaler", "horizontalpodautoscalers")
                .versions("v2", "v1")
                .shortNames("hpa")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .conversion(new AutoscalerConversion())
                .strategy(new HorizontalPodAutoscalers())
                .columns(TableOf.name()
                        .text("Reference", HorizontalPodAutoscalers::reference)
                        .text("Targets", Metrics::shown)
                        .text("MinPods", HorizontalPodAutoscalers::fewest)
                        .text("MaxPods", object -> Cells.number(object, "spec", "maxReplicas"))
                        .text("Replicas", object -> Cells.number(object, "status", "currentReplicas"))
                        .age())
                .done();
    }

    private static String reference(JsonNode object) {
        JsonNode target = Tree.at(object, "spec", "scaleTargetRef");
        return Tree.text(target, "kind") + "/" + Tree.text(target, "name");
    }

    private static String fewest(JsonNode object) {
        return Tree.has(object, "spec", "minReplicas")
                ? Tree.at(object, "spec", "minReplicas").asText()
                : "<unset>";
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        Defaults.number(spec, "minReplicas", 1);
        if (Tree.list(spec, "metrics").isEmpty()) {
            Metrics.processor(spec.putArray("metrics").addObject(), MEAN);
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        long fewest = Cells.number(spec, "minReplicas");
        long most = Cells.number(spec, "maxReplicas");
        if (fewest < 1) {
            problems.invalid("spec.minReplicas", Long.toString(fewest), "must be greater than or equal to 1");
        }
        if (most == 0) {
            problems.required("spec.maxReplicas", "must be set and greater than 0");
        } else if (most < 0) {
            problems.invalid("spec.maxReplicas", Long.toString(most), "must be greater than or equal to 1");
        }
        if (most < fewest) {
            problems.invalid("spec.maxReplicas", Long.toString(most), "must be greater than or equal to `minReplicas`");
        }
        for (String field : new String[] {"kind", "name"}) {
            Checks.required(Tree.text(spec, "scaleTargetRef", field), "spec.scaleTargetRef." + field, problems);
        }
    }
}
