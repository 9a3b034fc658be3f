package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import dev.stowage.apiserver.validation.Quantities;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Amounts of resources that a container asks for and is limited to.
final class AmountValidation {
    private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");
    private static final String HUGE_PAGES = "hugepages-";

    private AmountValidation() {}

    static void validate(JsonNode resources, String path, Problems problems) {
        JsonNode limits = resources.path("limits");
        JsonNode requests = resources.path("requests");
        for (Map.Entry<String, JsonNode> limit : limits.properties()) {
            amount(limit, path + ".limits[" + limit.getKey() + "]", problems);
        }
        for (Map.Entry<String, JsonNode> request : requests.properties()) {
            amount(request, path + ".requests[" + request.getKey() + "]", problems);
            compare(request.getKey(), request.getValue(), limits.path(request.getKey()), path, problems);
        }
    }

    private static void amount(Map.Entry<String, JsonNode> entry, String path, Problems problems) {
        String name = entry.getKey();
        List<String> mistakes = Names.qualified(name);
        mistakes.forEach(mistake -> problems.invalid(path, quoted(name), mistake));
        if (!name.contains("/") && !STANDARD.contains(name) && !name.startsWith(HUGE_PAGES)) {
            if (mistakes.isEmpty()) {
                problems.invalid(path, quoted(name), "must be a standard resource type or fully qualified");
            }
            problems.invalid(path, quoted(name), "must be a standard resource for containers");
        }
        Quantities.notNegative(entry.getValue(), path, problems);
        if (isExtended(name) && !Quantities.isWhole(entry.getValue())) {
            problems.invalid(path, quoted(entry.getValue().asText()), "must be an integer");
        }
    }

    private static void compare(String name, JsonNode request, JsonNode limit, String path, Problems problems) {
        boolean exact = isExtended(name) || name.startsWith(HUGE_PAGES);
        if (!Tree.has(limit)) {
            if (exact) {
                problems.required(path + ".limits", "Limit must be set for non overcommitable resources");
            }
            return;
        }
        int order = Quantities.amount(request).compareTo(Quantities.amount(limit));
        if (exact && order != 0) {
            problems.invalid(
                    path + ".requests",
                    quoted(request.asText()),
                    "must be equal to %s limit of %s".formatted(name, limit.asText()));
        } else if (order > 0) {
            problems.invalid(
                    path + ".requests",
                    quoted(request.asText()),
                    "must be less than or equal to %s limit of %s".formatted(name, limit.asText()));
        }
    }

    private static boolean isExtended(String name) {
        return name.contains("/") && !name.contains("kubernetes.io/");
    }
}
