package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;

/// A new node takes no pods before somebody has seen that it is ready.
final class TaintNodesByCondition implements AdmissionPlugin {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("nodes")) {
            return;
        }
        ObjectNode spec = JsonTree.ensure(admissionAttributes.becoming(), "spec");
        for (JsonNode taint : JsonTree.list(spec, "taints")) {
            if (JsonTree.text(taint, "key").equals(NOT_READY)
                    && JsonTree.text(taint, "effect").equals("NoSchedule")) {
                return;
            }
        }
        ArrayNode taints = spec.get("taints") instanceof ArrayNode list ? list : spec.putArray("taints");
        taints.addObject().put("key", NOT_READY).put("effect", "NoSchedule");
    }
}
