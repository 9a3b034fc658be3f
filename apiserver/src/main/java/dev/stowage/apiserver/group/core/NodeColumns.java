package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Nodes as `kubectl get` shows them.
final class NodeColumns {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";
    private static final String UNKNOWN = "<unknown>";

    private NodeColumns() {}

    static Columns table() {
        return TableOf.name()
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
        for (JsonNode condition : Tree.list(node, "status", "conditions")) {
            if (Tree.text(condition, "type").equals("Ready")) {
                words.clear();
                words.add(Tree.text(condition, "status").equals("True") ? "Ready" : "NotReady");
            }
        }
        if (words.isEmpty()) {
            words.add("Unknown");
        }
        if (Tree.flag(node, "spec", "unschedulable")) {
            words.add("SchedulingDisabled");
        }
        return String.join(",", words);
    }

    private static String roles(JsonNode node) {
        TreeSet<String> roles = new TreeSet<>();
        Tree.texts(node, "metadata", "labels").forEach((key, value) -> {
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
        for (JsonNode address : Tree.list(node, "status", "addresses")) {
            if (Tree.text(address, "type").equals(type)) {
                return Tree.text(address, "address");
            }
        }
        return "<none>";
    }

    private static String kernel(JsonNode node) {
        String architecture = info("", node, "architecture");
        return info(UNKNOWN, node, "kernelVersion") + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }

    private static String info(String otherwise, JsonNode node, String field) {
        return Cells.textOr(otherwise, node, "status", "nodeInfo", field);
    }
}
