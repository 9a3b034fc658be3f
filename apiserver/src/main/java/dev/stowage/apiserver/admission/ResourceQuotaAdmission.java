package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.QuantityValidation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Limits the objects and the requested storage of a namespace to its quotas.
///
/// The usage is counted at each write instead of being stored with the quota, so it is never out of date. Two
/// concurrent writes can both get the last remaining unit.
final class ResourceQuotaAdmission implements AdmissionPlugin {
    private static final String CLAIMS = "persistentvolumeclaims";
    private static final List<String> UNITS = List.of("Ei", "Pi", "Ti", "Gi", "Mi", "Ki");
    private static final String OF_CLASS = ".storageclass.storage.k8s.io/";

    @Override
    public void validate(AdmissionAttributes admissionAttributes) throws ApiException {
        if (!admissionAttributes.isWhole()
                || !admissionAttributes.resourceDescriptor().namespaced()
                || admissionAttributes.admissionOperation() == AdmissionOperation.DELETE) {
            return;
        }
        List<ObjectNode> quotas = admissionAttributes.around().list("resourcequotas", admissionAttributes.namespace());
        if (quotas.isEmpty()) {
            return;
        }
        Map<String, BigDecimal> wanted = more(admissionAttributes);
        for (ObjectNode quota : quotas) {
            check(admissionAttributes, quota, wanted);
        }
    }

    /// The usage that the write adds.
    private static Map<String, BigDecimal> more(AdmissionAttributes admissionAttributes) {
        String key = admissionAttributes.resourceDescriptor().key();
        Map<String, BigDecimal> more = use(key, admissionAttributes.newObject());
        if (admissionAttributes.admissionOperation() == AdmissionOperation.UPDATE) {
            use(key, admissionAttributes.oldObject())
                    .forEach((name, amount) -> more.merge(name, amount.negate(), BigDecimal::add));
        }
        more.values().removeIf(amount -> amount.signum() <= 0);
        return more;
    }

    private static void check(AdmissionAttributes admissionAttributes, JsonNode quota, Map<String, BigDecimal> wanted)
            throws ApiException {
        JsonNode hard = JsonTree.at(quota, "spec", "hard");
        boolean partial =
                !JsonTree.list(quota, "spec", "scopes").isEmpty() || JsonTree.has(quota, "spec", "scopeSelector");
        List<String> requested = new ArrayList<>();
        List<String> used = new ArrayList<>();
        List<String> limited = new ArrayList<>();
        for (Map.Entry<String, BigDecimal> each : wanted.entrySet()) {
            String name = each.getKey();
            if (partial || !JsonTree.has(hard, name)) {
                continue;
            }
            BigDecimal before = used(admissionAttributes, name);
            if (before.add(each.getValue()).compareTo(QuantityValidation.amount(hard.get(name))) > 0) {
                requested.add(name + "=" + shown(each.getValue(), hard.get(name)));
                used.add(name + "=" + shown(before, hard.get(name)));
                limited.add(name + "=" + hard.get(name).asText());
            }
        }
        if (!requested.isEmpty()) {
            throw admissionAttributes.forbidden("exceeded quota: %s, requested: %s, used: %s, limited: %s"
                    .formatted(
                            JsonTree.text(quota, "metadata", "name"),
                            String.join(",", requested),
                            String.join(",", used),
                            String.join(",", limited)));
        }
    }

    private static BigDecimal used(AdmissionAttributes admissionAttributes, String name) {
        BigDecimal sum = BigDecimal.ZERO;
        String key = admissionAttributes.resourceDescriptor().key();
        for (ObjectNode object : admissionAttributes.around().list(key, admissionAttributes.namespace())) {
            sum = sum.add(use(key, object).getOrDefault(name, BigDecimal.ZERO));
        }
        return sum;
    }

    /// The usage of one object.
    private static Map<String, BigDecimal> use(String key, JsonNode object) {
        Map<String, BigDecimal> use = new TreeMap<>();
        use.put("count/" + key, BigDecimal.ONE);
        switch (key) {
            case "pods" -> {
                String phase = JsonTree.text(object, "status", "phase");
                if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
                    use.put(key, BigDecimal.ONE);
                }
            }
            case CLAIMS -> claim(object, use);
            case "configmaps", "secrets", "services", "replicationcontrollers", "resourcequotas" ->
                use.put(key, BigDecimal.ONE);
            default -> {
                // Counted under its full name only.
            }
        }
        return use;
    }

    private static void claim(JsonNode claim, Map<String, BigDecimal> use) {
        BigDecimal storage = QuantityValidation.amount(JsonTree.at(claim, "spec", "resources", "requests", "storage"));
        use.put(CLAIMS, BigDecimal.ONE);
        use.put("requests.storage", storage);
        String name = JsonTree.text(claim, "spec", "storageClassName");
        if (!name.isEmpty()) {
            use.put(name + OF_CLASS + CLAIMS, BigDecimal.ONE);
            use.put(name + OF_CLASS + "requests.storage", storage);
        }
    }

    /// In the largest binary unit without a fraction if the limit has a binary suffix.
    private static String shown(BigDecimal amount, JsonNode limit) {
        boolean binary = limit.asText().endsWith("i") && amount.signum() > 0;
        for (String unit : binary ? UNITS : List.<String>of()) {
            BigDecimal one = QuantityValidation.amount(TextNode.valueOf("1" + unit));
            if (amount.remainder(one).signum() == 0) {
                return amount.divide(one).toPlainString() + unit;
            }
        }
        return amount.stripTrailingZeros().toPlainString();
    }
}
