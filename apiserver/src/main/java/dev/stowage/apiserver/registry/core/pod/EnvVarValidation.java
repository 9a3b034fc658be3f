package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.k8s.validation.FieldNameValidation;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;

/// Validates environment variables of a container.
final class EnvVarValidation {
    private static final List<String> SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

    private EnvVarValidation() {}

    static void validate(JsonNode container, String parent, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode variable : JsonTree.list(container, "env")) {
            String path = parent + ".env[" + i++ + "]";
            String name = JsonTree.text(variable, "name");
            if (FieldChecks.required(name, path + ".name", fieldErrors)) {
                FieldChecks.violations(
                        FieldNameValidation.environmentVariable(name), name, path + ".name", fieldErrors);
            }
            if (JsonTree.has(variable, "valueFrom")) {
                source(variable, path + ".valueFrom", fieldErrors);
            }
        }
        i = 0;
        for (JsonNode source : JsonTree.list(container, "envFrom")) {
            from(source, parent + ".envFrom", i++, fieldErrors);
        }
    }

    private static void source(JsonNode variable, String path, FieldErrors fieldErrors) {
        JsonNode from = variable.path("valueFrom");
        long sources =
                SOURCES.stream().filter(source -> JsonTree.has(from, source)).count();
        if (JsonTree.has(from, "fieldRef")) {
            FieldChecks.required(
                    JsonTree.text(from, "fieldRef", "fieldPath"), path + ".fieldRef.fieldPath", fieldErrors);
        }
        for (String reference : new String[] {"configMapKeyRef", "secretKeyRef"}) {
            if (JsonTree.has(from, reference)) {
                key(from.path(reference), path + "." + reference, fieldErrors);
            }
        }
        if (sources == 0) {
            fieldErrors.invalid(
                    path,
                    "\"\"",
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or"
                            + " `fileKeyRef`");
        } else if (!JsonTree.text(variable, "value").isEmpty()) {
            fieldErrors.invalid(path, "\"\"", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            fieldErrors.invalid(path, "\"\"", "may not have more than one field specified at a time");
        }
    }

    private static void key(JsonNode reference, String path, FieldErrors fieldErrors) {
        String name = JsonTree.text(reference, "name");
        FieldChecks.violations(NameValidation.dnsSubdomain(name), name, path + ".name", fieldErrors);
        String key = JsonTree.text(reference, "key");
        if (FieldChecks.required(key, path + ".key", fieldErrors)) {
            FieldChecks.violations(FieldNameValidation.configKey(key), key, path + ".key", fieldErrors);
        }
    }

    private static void from(JsonNode source, String list, int i, FieldErrors fieldErrors) {
        String path = list + "[" + i + "]";
        String prefix = JsonTree.text(source, "prefix");
        if (!prefix.isEmpty()) {
            FieldChecks.violations(
                    FieldNameValidation.environmentVariable(prefix), prefix, path + ".prefix", fieldErrors);
        }
        int sources = 0;
        for (String reference : new String[] {"configMapRef", "secretRef"}) {
            if (JsonTree.has(source, reference)) {
                sources++;
                String name = JsonTree.text(source, reference, "name");
                FieldChecks.violations(
                        NameValidation.dnsSubdomain(name), name, path + "." + reference + ".name", fieldErrors);
            }
        }
        if (sources == 0) {
            fieldErrors.invalid(list, "\"\"", "must specify one of: `configMapRef` or `secretRef`");
        } else if (sources > 1) {
            fieldErrors.invalid(list, "\"\"", "may not have more than one field specified at a time");
        }
    }
}
