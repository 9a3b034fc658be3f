package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.util.List;
import java.util.Set;

/// The query parameters of requests.
final class OpenApiParameters {
    static final List<String> LIST = List.of(
            "allowWatchBookmarks",
            "continue",
            "fieldSelector",
            "labelSelector",
            "limit",
            "resourceVersion",
            "resourceVersionMatch",
            "sendInitialEvents",
            "timeoutSeconds",
            "watch");
    static final List<String> WRITE = List.of("dryRun", "fieldManager", "fieldValidation");
    static final List<String> PATCH = List.of("dryRun", "fieldManager", "fieldValidation", "force");
    static final List<String> DELETE = List.of("dryRun", "gracePeriodSeconds", "orphanDependents", "propagationPolicy");
    static final List<String> DELETE_MANY = List.of(
            "continue",
            "dryRun",
            "fieldSelector",
            "gracePeriodSeconds",
            "labelSelector",
            "limit",
            "orphanDependents",
            "propagationPolicy",
            "resourceVersion",
            "resourceVersionMatch",
            "sendInitialEvents",
            "timeoutSeconds");

    private static final Set<String> FLAGS =
            Set.of("allowWatchBookmarks", "sendInitialEvents", "watch", "force", "orphanDependents");
    private static final Set<String> NUMBERS = Set.of("limit", "timeoutSeconds", "gracePeriodSeconds");

    private OpenApiParameters() {}

    static void query(ArrayNode parameters, List<String> names, OpenApiVersion openApiVersion) {
        names.forEach(name -> parameters.add(parameter(name, "query", openApiVersion)));
    }

    static ObjectNode path(String name, OpenApiVersion openApiVersion) {
        return parameter(name, "path", openApiVersion).put("required", true);
    }

    private static ObjectNode parameter(String name, String place, OpenApiVersion openApiVersion) {
        ObjectNode parameter = Json.object().put("name", name).put("in", place);
        ObjectNode type = openApiVersion == OpenApiVersion.V3 ? parameter.putObject("schema") : parameter;
        type.put("type", FLAGS.contains(name) ? "boolean" : NUMBERS.contains(name) ? "integer" : "string")
                .put("uniqueItems", true);
        return parameter;
    }
}
