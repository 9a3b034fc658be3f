package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Containers: those that run all the time, those that run at the start, and those for debugging.
final class ContainerValidation {
    private static final List<String> MESSAGES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> PULLS = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> ONLY_RUNNING =
            List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");
    private static final List<String> NOT_EPHEMERAL =
            List.of("ports", "lifecycle", "livenessProbe", "readinessProbe", "startupProbe");

    private ContainerValidation() {}

    /// @param names of the containers before it; its own is added
    static void regular(
            JsonNode container, String path, Map<String, JsonNode> volumes, Set<String> names, Problems problems) {
        all(container, path, volumes, problems);
        unique(container, path, names, problems);
        ProbeValidation.validate(container, path, problems);
    }

    static void initial(
            JsonNode container, String path, Map<String, JsonNode> volumes, Set<String> names, Problems problems) {
        all(container, path, volumes, problems);
        unique(container, path, names, problems);
        if (Tree.text(container, "restartPolicy").equals("Always")) {
            ProbeValidation.validate(container, path, problems);
            return;
        }
        for (String field : ONLY_RUNNING) {
            if (Tree.has(container, field)) {
                problems.forbidden(
                        path + "." + field, "may not be set for init containers without restartPolicy=Always");
            }
        }
    }

    static void ephemeral(
            JsonNode container, String path, Map<String, JsonNode> volumes, Set<String> names, Problems problems) {
        all(container, path, volumes, problems);
        unique(container, path, names, problems);
        for (String field : NOT_EPHEMERAL) {
            if (Tree.has(container, field)) {
                problems.forbidden(path + "." + field, "cannot be set for an Ephemeral Container");
            }
        }
        if (!container.path("resources").isEmpty()) {
            problems.forbidden(path + ".resources", "cannot be set for an Ephemeral Container");
        }
    }

    private static void unique(JsonNode container, String path, Set<String> names, Problems problems) {
        String name = Tree.text(container, "name");
        if (!name.isEmpty() && !names.add(name)) {
            problems.duplicate(path + ".name", quoted(name));
        }
    }

    private static void all(JsonNode container, String path, Map<String, JsonNode> volumes, Problems problems) {
        String name = Tree.text(container, "name");
        if (Checks.required(name, path + ".name", problems)) {
            Checks.mistakes(Names.dnsLabel(name), name, path + ".name", problems);
        }
        Checks.required(Tree.text(container, "image"), path + ".image", problems);
        Checks.oneOf(
                Tree.text(container, "terminationMessagePolicy"),
                path + ".terminationMessagePolicy",
                MESSAGES,
                problems);
        PortValidation.validate(Tree.list(container, "ports"), path + ".ports", problems);
        EnvironmentValidation.validate(container, path, problems);
        MountValidation.mounts(container, path, volumes, problems);
        MountValidation.devices(container, path, volumes, problems);
        Checks.oneOf(Tree.text(container, "imagePullPolicy"), path + ".imagePullPolicy", PULLS, problems);
        AmountValidation.validate(container.path("resources"), path + ".resources", problems);
    }
}
