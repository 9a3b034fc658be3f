package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.k8s.validation.NameValidation;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/// Writes to the status of a pod.
final class PodStatusUpdate {
    private static final Set<String> KNOWN_CONDITIONS = Set.of("PodScheduled", "Ready", "Initialized");
    private static final String OBSERVED = "observedGeneration";

    private PodStatusUpdate() {}

    static void prepare(ObjectNode pod, ObjectNode old) {
        ObjectNode metadata = JsonTree.ensure(pod, "metadata");
        JsonNode owners = JsonTree.at(old, "metadata", "ownerReferences");
        if (JsonTree.has(owners)) {
            metadata.set("ownerReferences", owners.deepCopy());
        } else {
            metadata.remove("ownerReferences");
        }
        ObjectNode status = JsonTree.ensure(pod, "status");
        if (JsonTree.text(status, "qosClass").isEmpty() && JsonTree.has(old, "status", "qosClass")) {
            status.set("qosClass", JsonTree.at(old, "status", "qosClass"));
        }
        keepObserved(status, old.path("status"));
    }

    /// A client that does not know this field does not intend to remove it.
    private static void keepObserved(ObjectNode status, JsonNode old) {
        inherit(status, TableCells.number(old, OBSERVED));
        Map<String, Queue<Long>> before = new HashMap<>();
        for (JsonNode condition : JsonTree.list(old, "conditions")) {
            before.computeIfAbsent(JsonTree.text(condition, "type"), _ -> new ArrayDeque<>())
                    .add(TableCells.number(condition, OBSERVED));
        }
        for (JsonNode condition : JsonTree.list(status, "conditions")) {
            Queue<Long> known = before.get(JsonTree.text(condition, "type"));
            Long generation = known == null ? null : known.poll();
            if (condition instanceof ObjectNode one && generation != null) {
                inherit(one, generation);
            }
        }
    }

    private static void inherit(ObjectNode node, long generation) {
        if (TableCells.number(node, OBSERVED) == 0 && generation != 0) {
            node.put(OBSERVED, generation);
        }
    }

    static void validate(ObjectNode pod, ObjectNode old, FieldErrors fieldErrors) {
        JsonNode status = pod.path("status");
        JsonNode before = old.path("status");
        JsonNode spec = old.path("spec");
        conditions(status, fieldErrors);
        nomination(status, before, spec, fieldErrors);
        if (TableCells.number(status, OBSERVED) < 0) {
            fieldErrors.invalid(
                    "status.observedGeneration", status.path(OBSERVED).asText(), "must be a non-negative integer");
        }
        String quality = JsonTree.text(status, "qosClass");
        if (!quality.equals(JsonTree.text(before, "qosClass"))) {
            fieldErrors.invalid("status.qosClass", quoted(quality), "field is immutable");
        }
        if (!RestartPolicyValidation.mayRestartAll(spec)) {
            for (String kind : new String[] {"container", "initContainer"}) {
                RestartPolicyValidation.validate(kind + "Statuses", status, before, spec, kind + "s", fieldErrors);
            }
        }
        RestartPolicyValidation.validate("ephemeralContainerStatuses", status, before, spec, "", fieldErrors);
    }

    private static void conditions(JsonNode status, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode condition : JsonTree.list(status, "conditions")) {
            String path = "status.conditions[" + i++ + "]";
            if (TableCells.number(condition, OBSERVED) < 0) {
                fieldErrors.invalid(
                        path + "." + OBSERVED, condition.path(OBSERVED).asText(), "must be a non-negative integer");
            }
            String type = JsonTree.text(condition, "type");
            if (!KNOWN_CONDITIONS.contains(type)) {
                FieldChecks.violations(NameValidation.qualified(type), type, path + ".Type", fieldErrors);
            }
        }
    }

    private static void nomination(JsonNode status, JsonNode before, JsonNode spec, FieldErrors fieldErrors) {
        String nominated = JsonTree.text(status, "nominatedNodeName");
        if (nominated.isEmpty() || nominated.equals(JsonTree.text(before, "nominatedNodeName"))) {
            return;
        }
        FieldChecks.violations(
                NameValidation.dnsSubdomain(nominated), nominated, "status.nominatedNodeName", fieldErrors);
        if (!JsonTree.text(spec, "nodeName").isEmpty()) {
            fieldErrors.forbidden(
                    "status.nominatedNodeName", "may not be set on pods that are already bound to a node");
        }
    }
}
