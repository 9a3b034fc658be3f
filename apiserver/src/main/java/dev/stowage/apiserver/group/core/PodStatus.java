package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/// Writes to the status of a pod.
final class PodStatus {
    private static final Set<String> KNOWN_CONDITIONS = Set.of("PodScheduled", "Ready", "Initialized");
    private static final String OBSERVED = "observedGeneration";

    private PodStatus() {}

    static void prepare(ObjectNode pod, ObjectNode old) {
        ObjectNode metadata = Tree.ensure(pod, "metadata");
        JsonNode owners = Tree.at(old, "metadata", "ownerReferences");
        if (Tree.has(owners)) {
            metadata.set("ownerReferences", owners.deepCopy());
        } else {
            metadata.remove("ownerReferences");
        }
        ObjectNode status = Tree.ensure(pod, "status");
        if (Tree.text(status, "qosClass").isEmpty() && Tree.has(old, "status", "qosClass")) {
            status.set("qosClass", Tree.at(old, "status", "qosClass"));
        }
        keepObserved(status, old.path("status"));
    }

    /// Who does not know this field does not mean to take it away.
    private static void keepObserved(ObjectNode status, JsonNode old) {
        inherit(status, Cells.number(old, OBSERVED));
        Map<String, Queue<Long>> before = new HashMap<>();
        for (JsonNode condition : Tree.list(old, "conditions")) {
            before.computeIfAbsent(Tree.text(condition, "type"), _ -> new ArrayDeque<>())
                    .add(Cells.number(condition, OBSERVED));
        }
        for (JsonNode condition : Tree.list(status, "conditions")) {
            Queue<Long> known = before.get(Tree.text(condition, "type"));
            Long generation = known == null ? null : known.poll();
            if (condition instanceof ObjectNode one && generation != null) {
                inherit(one, generation);
            }
        }
    }

    private static void inherit(ObjectNode node, long generation) {
        if (Cells.number(node, OBSERVED) == 0 && generation != 0) {
            node.put(OBSERVED, generation);
        }
    }

    static void validate(ObjectNode pod, ObjectNode old, Problems problems) {
        JsonNode status = pod.path("status");
        JsonNode before = old.path("status");
        JsonNode spec = old.path("spec");
        conditions(status, problems);
        nomination(status, before, spec, problems);
        if (Cells.number(status, OBSERVED) < 0) {
            problems.invalid(
                    "status.observedGeneration", status.path(OBSERVED).asText(), "must be a non-negative integer");
        }
        String quality = Tree.text(status, "qosClass");
        if (!quality.equals(Tree.text(before, "qosClass"))) {
            problems.invalid("status.qosClass", quoted(quality), "field is immutable");
        }
        if (!RestartRules.mayRestartAll(spec)) {
            for (String kind : new String[] {"container", "initContainer"}) {
                RestartRules.validate(kind + "Statuses", status, before, spec, kind + "s", problems);
            }
        }
        RestartRules.validate("ephemeralContainerStatuses", status, before, spec, "", problems);
    }

    private static void conditions(JsonNode status, Problems problems) {
        int i = 0;
        for (JsonNode condition : Tree.list(status, "conditions")) {
            String path = "status.conditions[" + i++ + "]";
            if (Cells.number(condition, OBSERVED) < 0) {
                problems.invalid(
                        path + "." + OBSERVED, condition.path(OBSERVED).asText(), "must be a non-negative integer");
            }
            String type = Tree.text(condition, "type");
            if (!KNOWN_CONDITIONS.contains(type)) {
                Checks.mistakes(Names.qualified(type), type, path + ".Type", problems);
            }
        }
    }

    private static void nomination(JsonNode status, JsonNode before, JsonNode spec, Problems problems) {
        String nominated = Tree.text(status, "nominatedNodeName");
        if (nominated.isEmpty() || nominated.equals(Tree.text(before, "nominatedNodeName"))) {
            return;
        }
        Checks.mistakes(Names.dnsSubdomain(nominated), nominated, "status.nominatedNodeName", problems);
        if (!Tree.text(spec, "nodeName").isEmpty()) {
            problems.forbidden("status.nominatedNodeName", "may not be set on pods that are already bound to a node");
        }
    }
}
