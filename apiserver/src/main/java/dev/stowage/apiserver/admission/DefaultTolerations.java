package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// A pod stays for five minutes on a node that is in trouble.
final class DefaultTolerations implements Step {
    private static final int SECONDS = 300;

    @Override
    public void mutate(Attempt attempt) {
        if (!attempt.creates("pods") && !attempt.updates("pods")) {
            return;
        }
        ObjectNode spec = Tree.ensure(attempt.becoming(), "spec");
        for (String taint : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
            if (tolerates(Tree.list(spec, "tolerations"), taint)) {
                continue;
            }
            ArrayNode tolerations =
                    spec.get("tolerations") instanceof ArrayNode list ? list : spec.putArray("tolerations");
            tolerations
                    .addObject()
                    .put("key", taint)
                    .put("operator", "Exists")
                    .put("effect", "NoExecute")
                    .put("tolerationSeconds", SECONDS);
        }
    }

    private static boolean tolerates(ArrayNode tolerations, String taint) {
        for (JsonNode toleration : tolerations) {
            String key = Tree.text(toleration, "key");
            String effect = Tree.text(toleration, "effect");
            if ((key.isEmpty() || key.equals(taint)) && (effect.isEmpty() || effect.equals("NoExecute"))) {
                return true;
            }
        }
        return false;
    }
}
