package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.TableColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Nodes as `kubectl get` shows them.
final class NodeColumns {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";
    private static final String UNKNOWN = "<unknown>";

    private NodeColumns() {}

    static TableColumns table() {
        return FunctionColumns.name()
                .text("Status", NodeColumns::status)
                .text("Roles", NodeColumns::roles)
                .age()
                .text("Version", object -> info("", object, "kubeletVersion"))
                .wide("Internal-IP", object -> address(object, "InternalIP"))
                .wide("External-IP", object -> address(object, "ExternalIP"))
                .wide("OS-Image", object -> info(UNKNOWN, object, "osImage"))
                .wide("Kernel-Version", NodeColumns::kernel)
                .wide("Container-Runtime", object -> info(UNKNOWN, object, "containerRuntimeVersion"));
    }

    private static String status(JsonNode node) {
        List<String> words = new ArrayList<>();
        for (JsonNode condition : JsonTree.list(node, "status", "conditions")) {
            if (JsonTree.text(condition, "type").equals("Ready")) {
                words.clear();
                words.add(JsonTree.text(condition, "status").equals("True") ? "Ready" : "NotReady");
            }
        }
        if (words.isEmpty()) {
            words.add("Unknown");
        }
        if (JsonTree.flag(node, "spec", "unschedulable")) {
            words.add("SchedulingDisabled");
        }
        return String.join(",", words);
    }

    private static String roles(JsonNode node) {
        TreeSet<String> roles = new TreeSet<>();
        JsonTree.texts(node, "metadata", "labels").forEach((key, value) -> {
            if (key.startsWith(ROLE_PREFIX)) {
                roles.add(key.substring(ROLE_PREFIX.length()));
            } else if (key.equals(ROLE)) {
                roles.add(value);
            }
        });
        roles.remove("");
        return roles.isEmpty() ? "<none>" : String.join(",", roles);
    }

    private static String address(JsonNode node, String type) {
        for (JsonNode address : JsonTree.list(node, "status", "addresses")) {
            if (JsonTree.text(address, "type").equals(type)) {
                return JsonTree.text(address, "address");
            }
        }
        return "<none>";
    }

    private static String kernel(JsonNode node) {
        String architecture = info("", node, "architecture");
        return info(UNKNOWN, node, "kernelVersion") + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }

    private static String info(String otherwise, JsonNode node, String field) {
        return TableCells.textOr(otherwise, node, "status", "nodeInfo", field);
    }
}
