package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Limits for pods and claims in a namespace, and defaults for containers without requests.
final class LimitRanger implements AdmissionPlugin {
    private static final String RANGES = "limitranges";
    private static final String ANNOTATION = "kubernetes.io/limit-ranger";

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("pods")) {
            return;
        }
        for (ObjectNode range : admissionAttributes.around().list(RANGES, admissionAttributes.namespace())) {
            complete(admissionAttributes.newObject(), range);
        }
    }

    private static void complete(ObjectNode pod, JsonNode range) {
        ObjectNode requests = Json.object();
        ObjectNode limits = Json.object();
        for (JsonNode limit : JsonTree.list(range, "spec", "limits")) {
            if (JsonTree.text(limit, "type").equals("Container")) {
                JsonTree.object(limit, "defaultRequest").ifPresent(requests::setAll);
                JsonTree.object(limit, "default").ifPresent(limits::setAll);
            }
        }
        List<String> messages = new ArrayList<>();
        fill(JsonTree.list(pod, "spec", "containers"), "container", requests, limits, messages);
        fill(JsonTree.list(pod, "spec", "initContainers"), "init container", requests, limits, messages);
        if (!messages.isEmpty()) {
            JsonTree.ensure(pod, "metadata", "annotations")
                    .put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", messages));
        }
    }

    private static void fill(
            JsonNode containers, String kind, ObjectNode requests, ObjectNode limits, List<String> messages) {
        for (JsonNode each : containers) {
            if (each instanceof ObjectNode container) {
                // Limits first: a container that has only limits must not get smaller default requests.
                String ofLimits = add(container, "limits", limits);
                String ofRequests = add(container, "requests", requests);
                String name = kind + " " + JsonTree.text(container, "name");
                if (!ofRequests.isEmpty()) {
                    messages.add(ofRequests + " request for " + name);
                }
                if (!ofLimits.isEmpty()) {
                    messages.add(ofLimits + " limit for " + name);
                }
            }
        }
    }

    private static String add(ObjectNode container, String kind, ObjectNode amounts) {
        TreeSet<String> added = new TreeSet<>();
        for (Map.Entry<String, JsonNode> amount : amounts.properties()) {
            if (!JsonTree.has(container, "resources", kind, amount.getKey())) {
                JsonTree.ensure(container, "resources", kind).set(amount.getKey(), amount.getValue());
                added.add(amount.getKey());
            }
        }
        return String.join(", ", added);
    }

    @Override
    public void validate(AdmissionAttributes admissionAttributes) throws ApiException {
        boolean pod = admissionAttributes.creates("pods");
        boolean claim = admissionAttributes.creates("persistentvolumeclaims")
                || admissionAttributes.updates("persistentvolumeclaims");
        boolean leaving = admissionAttributes.old() != null
                && JsonTree.has(admissionAttributes.oldObject(), "metadata", "deletionTimestamp");
        if ((!pod && !claim) || leaving) {
            return;
        }
        for (ObjectNode range : admissionAttributes.around().list(RANGES, admissionAttributes.namespace())) {
            List<String> wrong = new ArrayList<>();
            for (JsonNode limit : JsonTree.list(range, "spec", "limits")) {
                if (pod) {
                    pod(admissionAttributes.newObject(), limit, wrong);
                } else {
                    LimitConstraint.claim(
                            limit, JsonTree.at(admissionAttributes.newObject(), "spec", "resources"), wrong);
                }
            }
            if (!wrong.isEmpty()) {
                throw admissionAttributes.forbidden(
                        wrong.size() == 1 ? wrong.getFirst() : "[" + String.join(", ", wrong) + "]");
            }
        }
    }

    private static void pod(ObjectNode pod, JsonNode limit, List<String> wrong) {
        switch (JsonTree.text(limit, "type")) {
            case "Container" -> {
                for (String containers : List.of("containers", "initContainers")) {
                    for (JsonNode container : JsonTree.list(pod, "spec", containers)) {
                        LimitConstraint.container(limit, container.path("resources"), wrong);
                    }
                }
            }
            case "Pod" -> LimitConstraint.container(limit, PodResourceRequests.of(pod), wrong);
            default -> {
                // Other types do not apply to pods.
            }
        }
    }
}
