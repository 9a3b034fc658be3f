package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.TaintEffect;
import java.util.List;

/// Pods tolerate a not-ready or unreachable node for five minutes.
final class DefaultTolerationSeconds implements AdmissionPlugin {
    private static final int SECONDS = 300;

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("pods") && !admissionAttributes.updates("pods")) {
            return;
        }
        ObjectNode spec = JsonTree.ensure(admissionAttributes.newObject(), "spec");
        for (String taint : List.of(NodeKeys.NOT_READY, NodeKeys.UNREACHABLE)) {
            if (tolerates(JsonTree.list(spec, "tolerations"), taint)) {
                continue;
            }
            ArrayNode tolerations =
                    spec.get("tolerations") instanceof ArrayNode list ? list : spec.putArray("tolerations");
            tolerations
                    .addObject()
                    .put("key", taint)
                    .put("operator", "Exists")
                    .put("effect", TaintEffect.NO_EXECUTE)
                    .put("tolerationSeconds", SECONDS);
        }
    }

    private static boolean tolerates(ArrayNode tolerations, String taint) {
        for (JsonNode toleration : tolerations) {
            String key = JsonTree.text(toleration, "key");
            String effect = JsonTree.text(toleration, "effect");
            if ((key.isEmpty() || key.equals(taint)) && (effect.isEmpty() || effect.equals(TaintEffect.NO_EXECUTE))) {
                return true;
            }
        }
        return false;
    }
}
