package dev.stowage.apiserver.registry.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor.Conversion;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.kubetypes.BuiltInTypes;

/// Converts autoscalers; v1 supports only one metric, CPU utilization.
final class AutoscalerConversion implements Conversion {
    private static final String TYPES = "io.k8s.api.autoscaling.";
    private static final String KIND = ".HorizontalPodAutoscaler";
    private static final String SHARE = "targetCPUUtilizationPercentage";

    @Override
    public void toStorage(ObjectNode object, String from) {
        if (!from.equals("v1")) {
            return;
        }
        object.put("apiVersion", "autoscaling/v2");
        ObjectNode spec = JsonTree.ensure(object, "spec");
        JsonNode share = spec.remove(SHARE);
        if (share != null && share.isNumber()) {
            AutoscalerMetrics.processor(spec.putArray("metrics").addObject(), share.asInt());
        }
        JsonTree.object(object, "status").ifPresent(status -> status.remove("currentCPUUtilizationPercentage"));
        CanonicalForm.object(object, BuiltInTypes.of(TYPES + "v2" + KIND));
    }

    @Override
    public void fromStorage(ObjectNode object, String to) {
        if (!to.equals("v1")) {
            return;
        }
        object.put("apiVersion", "autoscaling/v1");
        JsonTree.object(object, "spec").ifPresent(spec -> {
            JsonNode metrics = spec.remove("metrics");
            spec.remove("behavior");
            if (metrics instanceof ArrayNode list) {
                list.forEach(metric -> share(metric.path("resource").path("target"), metric, spec, SHARE));
            }
        });
        JsonTree.object(object, "status").ifPresent(status -> {
            JsonNode metrics = status.remove("currentMetrics");
            status.remove("conditions");
            if (metrics instanceof ArrayNode list) {
                list.forEach(metric -> share(
                        metric.path("resource").path("current"), metric, status, "currentCPUUtilizationPercentage"));
            }
        });
        CanonicalForm.object(object, BuiltInTypes.of(TYPES + "v1" + KIND));
    }

    private static void share(JsonNode side, JsonNode metric, ObjectNode target, String field) {
        if (JsonTree.text(metric, "resource", "name").equals("cpu") && JsonTree.has(side, "averageUtilization")) {
            target.set(field, side.path("averageUtilization"));
        }
    }

    @Override
    public boolean isIdentity(String version) {
        return version.equals("v2");
    }
}
