package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Labels;
import dev.stowage.apiserver.validation.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is asked of the spec of a pod, in pods and in templates.
public final class PodSpecValidation {
    private static final List<String> RESTARTS = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS = List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");

    private PodSpecValidation() {}

    /// @param path of the spec
    /// @param isPod whether it is of a pod and not of a template
    public static void validate(JsonNode spec, String path, boolean isPod, Problems problems) {
        Map<String, JsonNode> volumes =
                VolumeValidation.validate(Tree.list(spec, "volumes"), path + ".volumes", problems);
        containers(spec, path, volumes, problems);
        if (Tree.flag(spec, "hostNetwork")) {
            PortValidation.hostNetwork(Tree.list(spec, "containers"), path + ".containers", isPod, problems);
        }
        Checks.oneOf(Tree.text(spec, "restartPolicy"), path + ".restartPolicy", RESTARTS, problems);
        Checks.oneOf(Tree.text(spec, "dnsPolicy"), path + ".dnsPolicy", DNS, problems);
        Labels.validate(Tree.texts(spec, "nodeSelector"), path + ".nodeSelector", problems);
        gates(spec, path, problems);
        names(spec, path, problems);
        TolerationValidation.validate(Tree.list(spec, "tolerations"), path + ".tolerations", problems);
        subdomain(spec, "priorityClassName", path, problems);
        subdomain(spec, "runtimeClassName", path, problems);
    }

    private static void containers(JsonNode spec, String path, Map<String, JsonNode> volumes, Problems problems) {
        JsonNode containers = Tree.list(spec, "containers");
        if (containers.isEmpty()) {
            problems.required(path + ".containers", "");
        }
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode container : containers) {
            ContainerValidation.regular(container, path + ".containers[" + i++ + "]", volumes, names, problems);
        }
        PortValidation.hostPorts(containers, path + ".containers", problems);
        i = 0;
        for (JsonNode container : Tree.list(spec, "initContainers")) {
            ContainerValidation.initial(container, path + ".initContainers[" + i++ + "]", volumes, names, problems);
        }
        i = 0;
        for (JsonNode container : Tree.list(spec, "ephemeralContainers")) {
            ContainerValidation.ephemeral(
                    container, path + ".ephemeralContainers[" + i++ + "]", volumes, names, problems);
        }
    }

    private static void names(JsonNode spec, String path, Problems problems) {
        subdomain(spec, "serviceAccountName", path, problems);
        subdomain(spec, "nodeName", path, problems);
        if (Tree.has(spec, "activeDeadlineSeconds")) {
            long seconds = Cells.number(spec, "activeDeadlineSeconds");
            if (seconds < 1 || seconds > Integer.MAX_VALUE) {
                problems.invalid(
                        path + ".activeDeadlineSeconds",
                        Long.toString(seconds),
                        "must be between 1 and 2147483647, inclusive");
            }
        }
        label(spec, "hostname", path, problems);
        label(spec, "subdomain", path, problems);
    }

    private static void subdomain(JsonNode spec, String field, String path, Problems problems) {
        String name = Tree.text(spec, field);
        if (!name.isEmpty()) {
            Checks.mistakes(Names.dnsSubdomain(name), name, path + "." + field, problems);
        }
    }

    private static void label(JsonNode spec, String field, String path, Problems problems) {
        String name = Tree.text(spec, field);
        if (!name.isEmpty()) {
            Checks.mistakes(Names.dnsLabel(name), name, path + "." + field, problems);
        }
    }

    private static void gates(JsonNode spec, String path, Problems problems) {
        int i = 0;
        for (JsonNode gate : Tree.list(spec, "readinessGates")) {
            String type = Tree.text(gate, "conditionType");
            Checks.mistakes(Names.qualified(type), type, path + ".readinessGates[" + i++ + "].conditionType", problems);
        }
        i = 0;
        for (JsonNode gate : Tree.list(spec, "schedulingGates")) {
            String name = Tree.text(gate, "name");
            Checks.mistakes(Names.qualified(name), name, path + ".schedulingGates[" + i++ + "]", problems);
        }
    }
}
