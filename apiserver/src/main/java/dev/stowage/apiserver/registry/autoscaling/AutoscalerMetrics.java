package dev.stowage.apiserver.registry.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;

/// The metrics of an autoscaler, with current values and targets.
final class AutoscalerMetrics {
    private static final int SHOWN = 2;

    private AutoscalerMetrics() {}

    static String shown(JsonNode object) {
        List<String> texts = new ArrayList<>();
        JsonNode measured = JsonTree.list(object, "status", "currentMetrics");
        int i = 0;
        for (JsonNode metric : JsonTree.list(object, "spec", "metrics")) {
            texts.add(one(metric, measured.path(i++)));
        }
        if (texts.isEmpty()) {
            return "<none>";
        }
        int more = texts.size() - SHOWN;
        return more <= 0
                ? String.join(", ", texts)
                : "%s + %d more...".formatted(String.join(", ", texts.subList(0, SHOWN)), more);
    }

    private static String one(JsonNode metric, JsonNode measured) {
        String source = switch (JsonTree.text(metric, "type")) {
            case "External" -> "external";
            case "Pods" -> "pods";
            case "Object" -> "object";
            case "Resource" -> "resource";
            case "ContainerResource" -> "containerResource";
            default -> "";
        };
        JsonNode target = JsonTree.at(metric, source, "target");
        JsonNode current = JsonTree.at(measured, source, "current");
        return switch (source) {
            case "" -> "<unknown type>";
            case "external", "object" ->
                JsonTree.has(target, "averageValue")
                        ? value(current, "averageValue") + "/" + value(target, "averageValue") + " (avg)"
                        : value(current, "value") + "/" + value(target, "value");
            case "pods" -> value(current, "averageValue") + "/" + value(target, "averageValue");
            default -> JsonTree.text(metric, source, "name") + ": " + used(current, target);
        };
    }

    private static String used(JsonNode current, JsonNode target) {
        if (JsonTree.has(target, "averageValue")) {
            return value(current, "averageValue") + "/" + value(target, "averageValue");
        }
        String found = percent(current, "<unknown>");
        return found + "/" + percent(target, "<auto>");
    }

    private static String percent(JsonNode side, String otherwise) {
        JsonNode share = side.path("averageUtilization");
        return share.isNumber() ? share.asText() + "%" : otherwise;
    }

    private static String value(JsonNode side, String field) {
        return JsonTree.has(side, field) ? side.path(field).asText() : "<unknown>";
    }

    /// Turns it into a metric for average CPU utilization.
    static void processor(ObjectNode metric, int percent) {
        ObjectNode resource =
                metric.put("type", "Resource").putObject("resource").put("name", "cpu");
        resource.putObject("target").put("type", "Utilization").put("averageUtilization", percent);
    }
}
