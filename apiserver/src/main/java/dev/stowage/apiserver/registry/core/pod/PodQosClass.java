package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.QuantityValidation;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The quality of service class of a pod: `Guaranteed`, `Burstable` or `BestEffort`.
final class PodQosClass {
    private static final Set<String> COUNTED = Set.of("cpu", "memory");

    private final Map<String, BigDecimal> requests = new HashMap<>();
    private final Map<String, BigDecimal> limits = new HashMap<>();
    private boolean guaranteed = true;

    private PodQosClass() {}

    static String of(JsonNode spec) {
        PodQosClass quality = new PodQosClass();
        if (JsonTree.has(spec, "resources")) {
            quality.add(spec.path("resources"), JsonTree.has(spec, "resources", "limits"));
        } else {
            for (String list : List.of("containers", "initContainers")) {
                JsonTree.list(spec, list).forEach(container -> quality.add(container.path("resources"), true));
            }
        }
        return quality.word();
    }

    private void add(JsonNode resources, boolean needsLimits) {
        sum(resources.path("requests"), requests);
        boolean all = sum(resources.path("limits"), limits) == COUNTED.size();
        guaranteed &= all || !needsLimits;
    }

    private static int sum(JsonNode amounts, Map<String, BigDecimal> sums) {
        int found = 0;
        for (String name : COUNTED) {
            BigDecimal amount = QuantityValidation.amount(amounts.path(name));
            if (amount.signum() > 0) {
                sums.merge(name, amount, BigDecimal::add);
                found++;
            }
        }
        return found;
    }

    private String word() {
        if (requests.isEmpty() && limits.isEmpty()) {
            return "BestEffort";
        }
        boolean same = requests.keySet().equals(limits.keySet())
                && requests.entrySet().stream()
                        .allMatch(request -> request.getValue().compareTo(limits.get(request.getKey())) == 0);
        return guaranteed && same ? "Guaranteed" : "Burstable";
    }
}
