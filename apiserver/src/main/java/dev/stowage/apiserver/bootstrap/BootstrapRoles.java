package dev.stowage.apiserver.bootstrap;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads roles and bindings from tables, whose first lines document their format.
final class BootstrapRoles {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final List<String> TABLES = List.of("roles.txt", "controllers.txt");

    private final List<ObjectNode> objects = new ArrayList<>();
    private final Map<String, List<ObjectNode>> labelled = new LinkedHashMap<>();
    private final List<Gathering> gatherings = new ArrayList<>();

    /// @param label selects the roles whose rules are aggregated
    private record Gathering(ObjectNode role, String label) {}

    private BootstrapRoles() {}

    static List<ObjectNode> read() {
        BootstrapRoles table = new BootstrapRoles();
        for (String name : TABLES) {
            try (InputStream in = BootstrapRoles.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IOException("resource not found");
                }
                new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(table::line);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the role table " + name, e);
            }
        }
        table.gather();
        return table.objects;
    }

    private void line(String line) {
        String[] words = line.strip().split(" ", -1);
        if (line.startsWith("  ")) {
            rule(words);
            return;
        }
        switch (words[0]) {
            case "clusterrole" -> clusterRole(words);
            case "role" -> begin("Role", words[1], words[2]).putArray("rules");
            case "binding" -> binding(begin("ClusterRoleBinding", "", words[1]), words, 2);
            case "rolebinding" -> binding(begin("RoleBinding", words[1], words[2]), words, 3);
            default -> {} // documents the format of the table
        }
    }

    private ObjectNode begin(String kind, String namespace, String name) {
        ObjectNode object = Json.object().put("kind", kind).put("apiVersion", GROUP + "/v1");
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
        metadata.putObject("annotations").put("rbac.authorization.kubernetes.io/autoupdate", "true");
        objects.add(object);
        return object;
    }

    private void clusterRole(String[] words) {
        ObjectNode role = begin("ClusterRole", "", words[1]);
        role.putArray("rules");
        for (int i = 2; i < words.length; i++) {
            if (words[i].startsWith("<")) {
                String label = words[i].substring(1);
                role.putObject("aggregationRule")
                        .putArray("clusterRoleSelectors")
                        .addObject()
                        .putObject("matchLabels")
                        .put(GROUP + "/" + label, "true");
                gatherings.addFirst(new Gathering(role, label));
            } else {
                ((ObjectNode) role.path("metadata").path("labels")).put(GROUP + "/" + words[i], "true");
                labelled.computeIfAbsent(words[i], _ -> new ArrayList<>()).add(role);
            }
        }
    }

    private void rule(String[] words) {
        ObjectNode rule = ((ArrayNode) objects.getLast().path("rules")).addObject();
        put(rule, "verbs", words[0]);
        if (words[1].equals("url")) {
            put(rule, "nonResourceURLs", words[2]);
            return;
        }
        put(rule, "apiGroups", words[1]);
        put(rule, "resources", words[2]);
        if (words.length > 3) {
            put(rule, "resourceNames", words[3]);
        }
    }

    private static void put(ObjectNode rule, String field, String words) {
        ArrayNode list = rule.putArray(field);
        for (String word : words.split(",", -1)) {
            list.add(word.equals("core") ? "" : word);
        }
    }

    private static void binding(ObjectNode binding, String[] words, int at) {
        ArrayNode subjects = Json.list();
        for (int i = at + 1; i < words.length; i++) {
            String[] parts = words[i].split("/", 3);
            ObjectNode subject = subjects.addObject().put("kind", parts[0]);
            if (parts[0].equals("ServiceAccount")) {
                subject.put("name", parts[2]).put("namespace", parts[1]);
            } else {
                subject.put("apiGroup", GROUP).put("name", parts[1]);
            }
        }
        if (!subjects.isEmpty()) {
            binding.set("subjects", subjects);
        }
        String[] role = words[at].split("/", 2);
        binding.putObject("roleRef").put("apiGroup", GROUP).put("kind", role[0]).put("name", role[1]);
    }

    /// Fills in the rules of aggregated roles, as the aggregation controller would do later. The tables list
    /// `admin`, then `edit`, then `view`, and each aggregates the next one, so the last one is filled in first.
    private void gather() {
        for (Gathering gathering : gatherings) {
            ArrayNode rules = (ArrayNode) gathering.role().path("rules");
            for (ObjectNode source : labelled.getOrDefault(gathering.label(), List.of())) {
                source.path("rules").forEach(rules::add);
            }
        }
    }
}
