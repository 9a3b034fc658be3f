package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.QuantityValidation;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The resource requests and limits of a container.
final class ResourceRequirementsValidation {
    private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");
    private static final String HUGE_PAGES = "hugepages-";

    private ResourceRequirementsValidation() {}

    static void validate(JsonNode resources, String path, FieldErrors fieldErrors) {
        JsonNode limits = resources.path("limits");
        JsonNode requests = resources.path("requests");
        for (Map.Entry<String, JsonNode> limit : limits.properties()) {
            amount(limit, path + ".limits[" + limit.getKey() + "]", fieldErrors);
        }
        for (Map.Entry<String, JsonNode> request : requests.properties()) {
            amount(request, path + ".requests[" + request.getKey() + "]", fieldErrors);
            compare(request.getKey(), request.getValue(), limits.path(request.getKey()), path, fieldErrors);
        }
    }

    private static void amount(Map.Entry<String, JsonNode> entry, String path, FieldErrors fieldErrors) {
        String name = entry.getKey();
        List<String> violations = NameValidation.qualified(name);
        violations.forEach(violation -> fieldErrors.invalid(path, quoted(name), violation));
        if (!name.contains("/") && !STANDARD.contains(name) && !name.startsWith(HUGE_PAGES)) {
            if (violations.isEmpty()) {
                fieldErrors.invalid(path, quoted(name), "must be a standard resource type or fully qualified");
            }
            fieldErrors.invalid(path, quoted(name), "must be a standard resource for containers");
        }
        QuantityValidation.notNegative(entry.getValue(), path, fieldErrors);
        if (isExtended(name) && !QuantityValidation.isWhole(entry.getValue())) {
            fieldErrors.invalid(path, quoted(entry.getValue().asText()), "must be an integer");
        }
    }

    private static void compare(String name, JsonNode request, JsonNode limit, String path, FieldErrors fieldErrors) {
        boolean exact = isExtended(name) || name.startsWith(HUGE_PAGES);
        if (!JsonTree.has(limit)) {
            if (exact) {
                fieldErrors.required(path + ".limits", "Limit must be set for non overcommitable resources");
            }
            return;
        }
        int order = QuantityValidation.amount(request).compareTo(QuantityValidation.amount(limit));
        if (exact && order != 0) {
            fieldErrors.invalid(
                    path + ".requests",
                    quoted(request.asText()),
                    "must be equal to %s limit of %s".formatted(name, limit.asText()));
        } else if (order > 0) {
            fieldErrors.invalid(
                    path + ".requests",
                    quoted(request.asText()),
                    "must be less than or equal to %s limit of %s".formatted(name, limit.asText()));
        }
    }

    private static boolean isExtended(String name) {
        return name.contains("/") && !name.contains("kubernetes.io/");
    }
}
