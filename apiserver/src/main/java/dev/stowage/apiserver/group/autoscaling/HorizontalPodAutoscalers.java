package dev.stowage.apiserver.group.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class HorizontalPodAutoscalers implements Strategy {
    static Resource resource(Group group) {
        return group.resource("HorizontalPodAutoscaler", "horizontalpodautoscalers")
                .versions("v2", "v1")
                .shortNames("hpa")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
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
}
