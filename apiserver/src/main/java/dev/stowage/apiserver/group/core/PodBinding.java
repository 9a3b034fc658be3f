package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.schema.Times;
import java.util.List;

/// Puts a pod on the node that a scheduler found for it.
final class PodBinding {
    private PodBinding() {}

    static void apply(ObjectNode binding, ObjectNode pod, Surroundings around) throws ApiException {
        String name = Tree.text(pod, "metadata", "name");
        validate(binding, name);
        refuseWhenBound(pod, name);
        String uid = Tree.text(binding, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(Tree.text(pod, "metadata", "uid"))) {
            throw conflict(
                    name,
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                            .formatted(uid, Tree.text(pod, "metadata", "uid")));
        }
        Tree.ensure(pod, "spec").put("nodeName", Tree.text(binding, "target", "name"));
        copy(binding, pod, "annotations");
        copy(binding, pod, "labels");
        ObjectNode status = Tree.ensure(pod, "status");
        status.remove("nominatedNodeName");
        markScheduled(status, around);
    }

    private static void validate(ObjectNode binding, String name) throws ApiException {
        if (!Tree.text(binding, "metadata", "name").equals(name)) {
            throw ApiException.badRequest("name in URL does not match name in Binding object");
        }
        Problems problems = new Problems();
        String kind = Tree.text(binding, "target", "kind");
        if (!kind.isEmpty() && !kind.equals("Node")) {
            problems.notSupported("target.kind", quoted(kind), List.of("Node", "<empty>"));
        }
        if (Tree.text(binding, "target", "name").isEmpty()) {
            problems.required("target.name", "");
        }
        if (!problems.isEmpty()) {
            throw ApiException.invalid("", "Binding", name, problems);
        }
    }

    private static void refuseWhenBound(ObjectNode pod, String name) throws ApiException {
        if (Tree.has(pod, "metadata", "deletionTimestamp")) {
            throw conflict(name, "pod %s is being deleted, cannot be assigned to a host".formatted(name));
        }
        String node = Tree.text(pod, "spec", "nodeName");
        if (!node.isEmpty()) {
            throw conflict(name, "pod %s is already assigned to node %s".formatted(name, quoted(node)));
        }
        if (!Tree.list(pod, "spec", "schedulingGates").isEmpty()) {
            throw conflict(name, "pod %s has non-empty .spec.schedulingGates".formatted(name));
        }
    }

    private static ApiException conflict(String name, String why) {
        return ApiException.conflict("", "pods/binding", name, why);
    }

    private static void copy(ObjectNode binding, ObjectNode pod, String field) {
        Tree.texts(binding, "metadata", field)
                .forEach((key, value) -> Tree.ensure(pod, "metadata", field).put(key, value));
    }

    private static void markScheduled(ObjectNode status, Surroundings around) {
        ObjectNode scheduled = null;
        for (JsonNode condition : Tree.list(status, "conditions")) {
            if (condition instanceof ObjectNode one && Tree.text(one, "type").equals("PodScheduled")) {
                scheduled = one;
            }
        }
        if (scheduled == null) {
            scheduled = status.withArray("conditions").addObject();
        } else if (Tree.text(scheduled, "status").equals("True")) {
            return;
        }
        scheduled.removeAll();
        scheduled
                .put("type", "PodScheduled")
                .put("status", "True")
                .putNull("lastProbeTime")
                .put("lastTransitionTime", Times.seconds(around.now()));
    }
}
