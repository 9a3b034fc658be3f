package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.TaintEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The tolerations of a pod.
final class PodTolerations {
    private PodTolerations() {}

    /// Both lists, without tolerations that another one covers.
    static ArrayNode merge(ArrayNode first, ArrayNode second) {
        List<JsonNode> all = new ArrayList<>();
        first.forEach(all::add);
        second.forEach(all::add);
        ArrayNode merged = Json.list();
        for (int i = 0; i < all.size(); i++) {
            JsonNode one = all.get(i);
            boolean covered = false;
            for (JsonNode kept : merged) {
                covered |= covers(kept, one);
            }
            for (JsonNode later : all.subList(i + 1, all.size())) {
                covered |= !later.equals(one) && covers(later, one);
            }
            if (!covered) {
                merged.add(one.deepCopy());
            }
        }
        return merged;
    }

    private static boolean covers(JsonNode wide, JsonNode narrow) {
        if (wide.equals(narrow)) {
            return true;
        }
        String key = JsonTree.text(wide, "key");
        String operator = JsonTree.text(wide, "operator");
        boolean anyKey = key.isEmpty() && operator.equals("Exists");
        if (!anyKey && !key.equals(JsonTree.text(narrow, "key"))) {
            return false;
        }
        String effect = JsonTree.text(wide, "effect");
        if (!effect.isEmpty() && !effect.equals(JsonTree.text(narrow, "effect"))) {
            return false;
        }
        OptionalLong seconds = JsonTree.number(wide, "tolerationSeconds");
        boolean shorter = seconds.isPresent()
                && JsonTree.number(narrow, "tolerationSeconds").orElse(Long.MAX_VALUE) > seconds.getAsLong();
        if (effect.equals(TaintEffect.NO_EXECUTE) && shorter) {
            return false;
        }
        return switch (operator) {
            case "", "Equal" ->
                JsonTree.text(narrow, "operator").equals("Equal")
                        && JsonTree.text(narrow, "value").equals(JsonTree.text(wide, "value"));
            case "Exists" -> true;
            default -> false;
        };
    }
}
