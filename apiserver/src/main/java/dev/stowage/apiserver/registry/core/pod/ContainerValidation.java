package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates containers, init containers and ephemeral containers.
final class ContainerValidation {
    private static final List<String> MESSAGES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> PULLS = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> ONLY_RUNNING =
            List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");
    private static final List<String> NOT_EPHEMERAL = List.of(
            "ports",
            "resizePolicy",
            "restartPolicy",
            "restartPolicyRules",
            "livenessProbe",
            "readinessProbe",
            "startupProbe",
            "lifecycle");
    private static final List<String> SUBPATHS = List.of("subPath", "subPathExpr");
    private static final String NOT_FOR_EPHEMERAL = "cannot be set for an Ephemeral Container";

    private ContainerValidation() {}

    /// @param names of the previous containers; the name of this one is added
    static void regular(
            JsonNode container,
            String path,
            Map<String, JsonNode> volumes,
            Set<String> names,
            FieldErrors fieldErrors) {
        all(container, path, volumes, fieldErrors);
        unique(container, path, names, fieldErrors);
        ProbeValidation.validate(container, path, fieldErrors);
    }

    static void initial(
            JsonNode container,
            String path,
            Map<String, JsonNode> volumes,
            Set<String> names,
            FieldErrors fieldErrors) {
        all(container, path, volumes, fieldErrors);
        unique(container, path, names, fieldErrors);
        if (JsonTree.text(container, "restartPolicy").equals("Always")) {
            ProbeValidation.validate(container, path, fieldErrors);
            return;
        }
        for (String field : ONLY_RUNNING) {
            if (JsonTree.has(container, field)) {
                fieldErrors.forbidden(
                        path + "." + field, "may not be set for init containers without restartPolicy=Always");
            }
        }
    }

    /// @param others the names of all containers that are not ephemeral
    static void ephemeral(
            JsonNode container,
            String path,
            Map<String, JsonNode> volumes,
            Set<String> names,
            Set<String> others,
            FieldErrors fieldErrors) {
        all(container, path, volumes, fieldErrors);
        unique(container, path, names, fieldErrors);
        String target = JsonTree.text(container, "targetContainerName");
        if (!target.isEmpty() && !others.contains(target)) {
            fieldErrors.notFound(path + ".targetContainerName", quoted(target));
        }
        for (String field : NOT_EPHEMERAL) {
            if (JsonTree.has(container, field)) {
                fieldErrors.forbidden(path + "." + field, NOT_FOR_EPHEMERAL);
            }
        }
        if (!container.path("resources").isEmpty()) {
            fieldErrors.forbidden(path + ".resources", NOT_FOR_EPHEMERAL);
        }
        int i = 0;
        for (JsonNode mount : JsonTree.list(container, "volumeMounts")) {
            String mountPath = path + ".volumeMounts[" + i++ + "].";
            for (String field : SUBPATHS) {
                if (!JsonTree.text(mount, field).isEmpty()) {
                    fieldErrors.forbidden(mountPath + field, NOT_FOR_EPHEMERAL);
                }
            }
        }
    }

    private static void unique(JsonNode container, String path, Set<String> names, FieldErrors fieldErrors) {
        String name = JsonTree.text(container, "name");
        if (!name.isEmpty() && !names.add(name)) {
            fieldErrors.duplicate(path + ".name", quoted(name));
        }
    }

    private static void all(JsonNode container, String path, Map<String, JsonNode> volumes, FieldErrors fieldErrors) {
        String name = JsonTree.text(container, "name");
        if (FieldChecks.required(name, path + ".name", fieldErrors)) {
            FieldChecks.violations(NameValidation.dnsLabel(name), name, path + ".name", fieldErrors);
        }
        FieldChecks.required(JsonTree.text(container, "image"), path + ".image", fieldErrors);
        FieldChecks.oneOf(
                JsonTree.text(container, "terminationMessagePolicy"),
                path + ".terminationMessagePolicy",
                MESSAGES,
                fieldErrors);
        PortValidation.validate(JsonTree.list(container, "ports"), path + ".ports", fieldErrors);
        EnvVarValidation.validate(container, path, fieldErrors);
        VolumeMountValidation.mounts(container, path, volumes, fieldErrors);
        VolumeMountValidation.devices(container, path, volumes, fieldErrors);
        FieldChecks.oneOf(JsonTree.text(container, "imagePullPolicy"), path + ".imagePullPolicy", PULLS, fieldErrors);
        ResourceRequirementsValidation.validate(container.path("resources"), path + ".resources", fieldErrors);
    }
}
