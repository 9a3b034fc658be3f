package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// What a pod or a claim may ask for in its namespace, and what a container gets that asks for nothing.
final class LimitRanger implements Step {
    private static final String RANGES = "limitranges";
    private static final String ANNOTATION = "kubernetes.io/limit-ranger";

    @Override
    public void mutate(Attempt attempt) {
        if (!attempt.creates("pods")) {
            return;
        }
        for (ObjectNode range : attempt.around().list(RANGES, attempt.namespace())) {
            complete(attempt.becoming(), range);
        }
    }

    private static void complete(ObjectNode pod, JsonNode range) {
        ObjectNode requests = Json.object();
        ObjectNode limits = Json.object();
        for (JsonNode limit : Tree.list(range, "spec", "limits")) {
            if (Tree.text(limit, "type").equals("Container")) {
                Tree.object(limit, "defaultRequest").ifPresent(requests::setAll);
                Tree.object(limit, "default").ifPresent(limits::setAll);
            }
        }
        List<String> told = new ArrayList<>();
        fill(Tree.list(pod, "spec", "containers"), "container", requests, limits, told);
        fill(Tree.list(pod, "spec", "initContainers"), "init container", requests, limits, told);
        if (!told.isEmpty()) {
            Tree.ensure(pod, "metadata", "annotations")
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
                String name = kind + " " + Tree.text(container, "name");
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
            if (!Tree.has(container, "resources", kind, amount.getKey())) {
                Tree.ensure(container, "resources", kind).set(amount.getKey(), amount.getValue());
                added.add(amount.getKey());
            }
        }
        return String.join(", ", added);
    }

    @Override
    public void validate(Attempt attempt) throws ApiException {
        boolean pod = attempt.creates("pods");
        boolean claim = attempt.creates("persistentvolumeclaims") || attempt.updates("persistentvolumeclaims");
        boolean leaving = attempt.old() != null && Tree.has(attempt.before(), "metadata", "deletionTimestamp");
        if ((!pod && !claim) || leaving) {
            return;
        }
        for (ObjectNode range : attempt.around().list(RANGES, attempt.namespace())) {
            List<String> wrong = new ArrayList<>();
            for (JsonNode limit : Tree.list(range, "spec", "limits")) {
                if (pod) {
                    pod(attempt.becoming(), limit, wrong);
                } else {
                    LimitConstraint.claim(limit, Tree.at(attempt.becoming(), "spec", "resources"), wrong);
                }
            }
            if (!wrong.isEmpty()) {
                throw attempt.forbidden(wrong.size() == 1 ? wrong.getFirst() : "[" + String.join(", ", wrong) + "]");
            }
        }
    }

    private static void pod(ObjectNode pod, JsonNode limit, List<String> wrong) {
        switch (Tree.text(limit, "type")) {
            case "Container" -> {
                for (String containers : List.of("containers", "initContainers")) {
                    for (JsonNode container : Tree.list(pod, "spec", containers)) {
                        LimitConstraint.container(limit, container.path("resources"), wrong);
                    }
                }
            }
            case "Pod" -> LimitConstraint.container(limit, PodResources.of(pod), wrong);
            default -> {
                // Others are about other objects.
            }
        }
    }
}
