package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.TaintEffect;

/// A new node gets a taint, so that no pods are scheduled to it before it is ready.
final class TaintNodesByCondition implements AdmissionPlugin {

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("nodes")) {
            return;
        }
        ObjectNode spec = JsonTree.ensure(admissionAttributes.newObject(), "spec");
        for (JsonNode taint : JsonTree.list(spec, "taints")) {
            if (JsonTree.text(taint, "key").equals(NodeKeys.NOT_READY)
                    && JsonTree.text(taint, "effect").equals(TaintEffect.NO_SCHEDULE)) {
                return;
            }
        }
        ArrayNode taints = spec.get("taints") instanceof ArrayNode list ? list : spec.putArray("taints");
        taints.addObject().put("key", NodeKeys.NOT_READY).put("effect", TaintEffect.NO_SCHEDULE);
    }
}
