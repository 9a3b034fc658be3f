package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.validation.LabelValidation;
import dev.stowage.k8s.validation.NameValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Rules for the spec of a pod, in pods and in templates.
public final class PodSpecValidation {
    private static final List<String> RESTARTS = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS = List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");

    private PodSpecValidation() {}

    /// @param path of the spec
    /// @param isPod whether it is of a pod and not of a template
    public static void validate(JsonNode spec, String path, boolean isPod, FieldErrors fieldErrors) {
        Map<String, JsonNode> volumes =
                VolumeValidation.validate(JsonTree.list(spec, "volumes"), path + ".volumes", fieldErrors);
        containers(spec, path, volumes, fieldErrors);
        if (JsonTree.flag(spec, "hostNetwork")) {
            PortValidation.hostNetwork(JsonTree.list(spec, "containers"), path + ".containers", isPod, fieldErrors);
        }
        FieldChecks.oneOf(JsonTree.text(spec, "restartPolicy"), path + ".restartPolicy", RESTARTS, fieldErrors);
        FieldChecks.oneOf(JsonTree.text(spec, "dnsPolicy"), path + ".dnsPolicy", DNS, fieldErrors);
        LabelValidation.validate(JsonTree.texts(spec, "nodeSelector"), path + ".nodeSelector", fieldErrors);
        gates(spec, path, fieldErrors);
        names(spec, path, fieldErrors);
        TolerationValidation.validate(JsonTree.list(spec, "tolerations"), path + ".tolerations", fieldErrors);
        subdomain(spec, "priorityClassName", path, fieldErrors);
        subdomain(spec, "runtimeClassName", path, fieldErrors);
    }

    private static void containers(JsonNode spec, String path, Map<String, JsonNode> volumes, FieldErrors fieldErrors) {
        JsonNode containers = JsonTree.list(spec, "containers");
        if (containers.isEmpty()) {
            fieldErrors.required(path + ".containers", "");
        }
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode container : containers) {
            ContainerValidation.regular(container, path + ".containers[" + i++ + "]", volumes, names, fieldErrors);
        }
        PortValidation.hostPorts(containers, path + ".containers", fieldErrors);
        i = 0;
        for (JsonNode container : JsonTree.list(spec, "initContainers")) {
            ContainerValidation.initial(container, path + ".initContainers[" + i++ + "]", volumes, names, fieldErrors);
        }
        i = 0;
        Set<String> others = Set.copyOf(names);
        for (JsonNode container : JsonTree.list(spec, "ephemeralContainers")) {
            ContainerValidation.ephemeral(
                    container, path + ".ephemeralContainers[" + i++ + "]", volumes, names, others, fieldErrors);
        }
    }

    private static void names(JsonNode spec, String path, FieldErrors fieldErrors) {
        subdomain(spec, "serviceAccountName", path, fieldErrors);
        subdomain(spec, "nodeName", path, fieldErrors);
        if (JsonTree.has(spec, "activeDeadlineSeconds")) {
            long seconds = TableCells.number(spec, "activeDeadlineSeconds");
            if (seconds < 1 || seconds > Integer.MAX_VALUE) {
                fieldErrors.invalid(
                        path + ".activeDeadlineSeconds",
                        Long.toString(seconds),
                        "must be between 1 and 2147483647, inclusive");
            }
        }
        label(spec, "hostname", path, fieldErrors);
        label(spec, "subdomain", path, fieldErrors);
    }

    private static void subdomain(JsonNode spec, String field, String path, FieldErrors fieldErrors) {
        String name = JsonTree.text(spec, field);
        if (!name.isEmpty()) {
            FieldChecks.violations(NameValidation.dnsSubdomain(name), name, path + "." + field, fieldErrors);
        }
    }

    private static void label(JsonNode spec, String field, String path, FieldErrors fieldErrors) {
        String name = JsonTree.text(spec, field);
        if (!name.isEmpty()) {
            FieldChecks.violations(NameValidation.dnsLabel(name), name, path + "." + field, fieldErrors);
        }
    }

    private static void gates(JsonNode spec, String path, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode gate : JsonTree.list(spec, "readinessGates")) {
            String type = JsonTree.text(gate, "conditionType");
            FieldChecks.violations(
                    NameValidation.qualified(type),
                    type,
                    path + ".readinessGates[" + i++ + "].conditionType",
                    fieldErrors);
        }
        i = 0;
        for (JsonNode gate : JsonTree.list(spec, "schedulingGates")) {
            String name = JsonTree.text(gate, "name");
            FieldChecks.violations(
                    NameValidation.qualified(name), name, path + ".schedulingGates[" + i++ + "]", fieldErrors);
        }
    }
}
