package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;

/// A new node takes no pods before somebody has seen that it is ready.
final class NodeTaints implements Step {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";

    @Override
    public void mutate(Attempt attempt) {
        if (!attempt.creates("nodes")) {
            return;
        }
        ObjectNode spec = Tree.ensure(attempt.becoming(), "spec");
        for (JsonNode taint : Tree.list(spec, "taints")) {
            if (Tree.text(taint, "key").equals(NOT_READY)
                    && Tree.text(taint, "effect").equals("NoSchedule")) {
                return;
            }
        }
        ArrayNode taints = spec.get("taints") instanceof ArrayNode list ? list : spec.putArray("taints");
        taints.addObject().put("key", NOT_READY).put("effect", "NoSchedule");
    }
}
