package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.schema.TimeFormat;
import java.util.List;

/// Binds a pod to the node that the scheduler chose.
final class PodBinding {
    private PodBinding() {}

    static void apply(ObjectNode binding, ObjectNode pod, StrategyContext context) throws ApiException {
        String name = JsonTree.text(pod, "metadata", "name");
        validate(binding, name);
        refuseWhenBound(pod, name);
        String uid = JsonTree.text(binding, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(JsonTree.text(pod, "metadata", "uid"))) {
            throw conflict(
                    name,
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                            .formatted(uid, JsonTree.text(pod, "metadata", "uid")));
        }
        JsonTree.ensure(pod, "spec").put("nodeName", JsonTree.text(binding, "target", "name"));
        copy(binding, pod, "annotations");
        copy(binding, pod, "labels");
        ObjectNode status = JsonTree.ensure(pod, "status");
        status.remove("nominatedNodeName");
        markScheduled(status, context);
    }

    private static void validate(ObjectNode binding, String name) throws ApiException {
        if (!JsonTree.text(binding, "metadata", "name").equals(name)) {
            throw ApiException.badRequest("name in URL does not match name in Binding object");
        }
        FieldErrors fieldErrors = new FieldErrors();
        String kind = JsonTree.text(binding, "target", "kind");
        if (!kind.isEmpty() && !kind.equals("Node")) {
            fieldErrors.notSupported("target.kind", quoted(kind), List.of("Node", "<empty>"));
        }
        if (JsonTree.text(binding, "target", "name").isEmpty()) {
            fieldErrors.required("target.name", "");
        }
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid("", "Binding", name, fieldErrors);
        }
    }

    private static void refuseWhenBound(ObjectNode pod, String name) throws ApiException {
        if (JsonTree.has(pod, "metadata", "deletionTimestamp")) {
            throw conflict(name, "pod %s is being deleted, cannot be assigned to a host".formatted(name));
        }
        String node = JsonTree.text(pod, "spec", "nodeName");
        if (!node.isEmpty()) {
            throw conflict(name, "pod %s is already assigned to node %s".formatted(name, quoted(node)));
        }
        if (!JsonTree.list(pod, "spec", "schedulingGates").isEmpty()) {
            throw conflict(name, "pod %s has non-empty .spec.schedulingGates".formatted(name));
        }
    }

    private static ApiException conflict(String name, String why) {
        return ApiException.conflict("", "pods/binding", name, why);
    }

    private static void copy(ObjectNode binding, ObjectNode pod, String field) {
        JsonTree.texts(binding, "metadata", field)
                .forEach((key, value) -> JsonTree.ensure(pod, "metadata", field).put(key, value));
    }

    private static void markScheduled(ObjectNode status, StrategyContext context) {
        ObjectNode scheduled = null;
        for (JsonNode condition : JsonTree.list(status, "conditions")) {
            if (condition instanceof ObjectNode one
                    && JsonTree.text(one, "type").equals("PodScheduled")) {
                scheduled = one;
            }
        }
        if (scheduled == null) {
            scheduled = status.withArray("conditions").addObject();
        } else if (JsonTree.text(scheduled, "status").equals("True")) {
            return;
        }
        scheduled.removeAll();
        scheduled
                .put("type", "PodScheduled")
                .put("status", "True")
                .putNull("lastProbeTime")
                .put("lastTransitionTime", TimeFormat.seconds(context.now()));
    }
}
