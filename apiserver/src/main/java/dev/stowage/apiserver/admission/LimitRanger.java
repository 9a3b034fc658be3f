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

/// What a pod or a claim may ask for in its namespace, and what a container gets that asks for nothing.
final class LimitRanger implements AdmissionPlugin {
    private static final String RANGES = "limitranges";
    private static final String ANNOTATION = "kubernetes.io/limit-ranger";

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("pods")) {
            return;
        }
        for (ObjectNode range : admissionAttributes.around().list(RANGES, admissionAttributes.namespace())) {
            complete(admissionAttributes.becoming(), range);
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
        List<String> told = new ArrayList<>();
        fill(JsonTree.list(pod, "spec", "containers"), "container", requests, limits, told);
        fill(JsonTree.list(pod, "spec", "initContainers"), "init container", requests, limits, told);
        if (!told.isEmpty()) {
            JsonTree.ensure(pod, "metadata", "annotations")
                    .put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", told));
        }
    }

    private static void fill(
            JsonNode containers, String kind, ObjectNode requests, ObjectNode limits, List<String> told) {
        for (JsonNode each : containers) {
            if (each instanceof ObjectNode container) {
                // Limits first: a container that has only those is not to get smaller requests from elsewhere.
                String ofLimits = add(container, "limits", limits);
                String ofRequests = add(container, "requests", requests);
                String name = kind + " " + JsonTree.text(container, "name");
                if (!ofRequests.isEmpty()) {
                    told.add(ofRequests + " request for " + name);
                }
                if (!ofLimits.isEmpty()) {
                    told.add(ofLimits + " limit for " + name);
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
                && JsonTree.has(admissionAttributes.before(), "metadata", "deletionTimestamp");
        if ((!pod && !claim) || leaving) {
            return;
        }
        for (ObjectNode range : admissionAttributes.around().list(RANGES, admissionAttributes.namespace())) {
            List<String> wrong = new ArrayList<>();
            for (JsonNode limit : JsonTree.list(range, "spec", "limits")) {
                if (pod) {
                    pod(admissionAttributes.becoming(), limit, wrong);
                } else {
                    LimitConstraint.claim(
                            limit, JsonTree.at(admissionAttributes.becoming(), "spec", "resources"), wrong);
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
                // Others are about other objects.
            }
        }
    }
}
