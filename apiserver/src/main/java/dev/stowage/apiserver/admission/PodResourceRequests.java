package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.QuantityValidation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The total requests of all containers of a pod, or those of an init container if they are larger.
final class PodResourceRequests {
    private PodResourceRequests() {}

    static ObjectNode of(JsonNode pod) {
        ObjectNode sums = Json.object();
        for (String kind : List.of("requests", "limits")) {
            ObjectNode sum = sums.putObject(kind);
            sum(pod.path("spec"), kind).forEach((name, amount) -> sum.put(name, amount.toPlainString()));
            // Requests at the pod level count instead.
            JsonNode whole = JsonTree.at(pod, "spec", "resources", kind);
            for (String name : List.of("cpu", "memory")) {
                if (JsonTree.has(whole, name)) {
                    sum.set(name, whole.get(name));
                }
            }
        }
        return sums;
    }

    private static Map<String, BigDecimal> sum(JsonNode spec, String kind) {
        Map<String, BigDecimal> sum = new TreeMap<>();
        for (JsonNode container : JsonTree.list(spec, "containers")) {
            add(sum, JsonTree.at(container, "resources", kind));
        }
        Map<String, BigDecimal> staying = new TreeMap<>();
        Map<String, BigDecimal> most = new TreeMap<>();
        for (JsonNode container : JsonTree.list(spec, "initContainers")) {
            JsonNode amounts = JsonTree.at(container, "resources", kind);
            Map<String, BigDecimal> now = new TreeMap<>(staying);
            add(now, amounts);
            if (JsonTree.text(container, "restartPolicy").equals("Always")) {
                add(sum, amounts);
                add(staying, amounts);
            }
            now.forEach((name, amount) -> most.merge(name, amount, BigDecimal::max));
        }
        most.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::max));
        return sum;
    }

    private static void add(Map<String, BigDecimal> sum, JsonNode amounts) {
        amounts.properties()
                .forEach(amount ->
                        sum.merge(amount.getKey(), QuantityValidation.amount(amount.getValue()), BigDecimal::add));
    }
}
