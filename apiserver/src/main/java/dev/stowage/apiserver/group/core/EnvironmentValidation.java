package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.FieldNames;
import dev.stowage.apiserver.validation.Names;
import java.util.List;

/// Variables in the environment of a container.
final class EnvironmentValidation {
    private static final List<String> SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

    private EnvironmentValidation() {}

    static void validate(JsonNode container, String parent, Problems problems) {
        int i = 0;
        for (JsonNode variable : Tree.list(container, "env")) {
            String path = parent + ".env[" + i++ + "]";
            String name = Tree.text(variable, "name");
            if (Checks.required(name, path + ".name", problems)) {
                Checks.mistakes(FieldNames.environmentVariable(name), name, path + ".name", problems);
            }
            if (Tree.has(variable, "valueFrom")) {
                source(variable, path + ".valueFrom", problems);
            }
        }
        i = 0;
        for (JsonNode source : Tree.list(container, "envFrom")) {
            from(source, parent + ".envFrom", i++, problems);
        }
    }

    private static void source(JsonNode variable, String path, Problems problems) {
        JsonNode from = variable.path("valueFrom");
        long sources = SOURCES.stream().filter(source -> Tree.has(from, source)).count();
        if (Tree.has(from, "fieldRef")) {
            Checks.required(Tree.text(from, "fieldRef", "fieldPath"), path + ".fieldRef.fieldPath", problems);
        }
        for (String reference : new String[] {"configMapKeyRef", "secretKeyRef"}) {
            if (Tree.has(from, reference)) {
                key(from.path(reference), path + "." + reference, problems);
            }
        }
        if (sources == 0) {
            problems.invalid(
                    path,
                    "\"\"",
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or"
                            + " `fileKeyRef`");
        } else if (!Tree.text(variable, "value").isEmpty()) {
            problems.invalid(path, "\"\"", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            problems.invalid(path, "\"\"", "may not have more than one field specified at a time");
        }
    }

    private static void key(JsonNode reference, String path, Problems problems) {
        String name = Tree.text(reference, "name");
        Checks.mistakes(Names.dnsSubdomain(name), name, path + ".name", problems);
        String key = Tree.text(reference, "key");
        if (Checks.required(key, path + ".key", problems)) {
            Checks.mistakes(FieldNames.configKey(key), key, path + ".key", problems);
        }
    }

    private static void from(JsonNode source, String list, int i, Problems problems) {
        String path = list + "[" + i + "]";
        String prefix = Tree.text(source, "prefix");
        if (!prefix.isEmpty()) {
            Checks.mistakes(FieldNames.environmentVariable(prefix), prefix, path + ".prefix", problems);
        }
        int sources = 0;
        for (String reference : new String[] {"configMapRef", "secretRef"}) {
            if (Tree.has(source, reference)) {
                sources++;
                String name = Tree.text(source, reference, "name");
                Checks.mistakes(Names.dnsSubdomain(name), name, path + "." + reference + ".name", problems);
            }
        }
        if (sources == 0) {
            problems.invalid(list, "\"\"", "must specify one of: `configMapRef` or `secretRef`");
        } else if (sources > 1) {
            problems.invalid(list, "\"\"", "may not have more than one field specified at a time");
        }
    }
}
