package dev.stowage.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Document;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Resource.Subresource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// All resources at one moment, by group.
final class Catalog {
    private final long generation;
    private final List<Group> groups;
    private final Document core;
    private final Document others;

    Catalog(long generation, List<Resource> resources) {
        this.generation = generation;
        Map<String, List<Resource>> byGroup = new LinkedHashMap<>();
        resources.forEach(resource -> byGroup.computeIfAbsent(resource.group(), _ -> new ArrayList<>())
                .add(resource));
        List<Group> found = new ArrayList<>();
        byGroup.forEach((name, members) -> found.add(new Group(name, versions(members), members)));
        this.groups = List.copyOf(found);
        this.core = aggregate(
                groups.stream().filter(group -> group.name().isEmpty()).toList());
        this.others = aggregate(
                groups.stream().filter(group -> !group.name().isEmpty()).toList());
    }

    /// @param versions the preferred one first
    record Group(String name, List<String> versions, List<Resource> members) {
        List<Resource> resources(String version) {
            return members.stream()
                    .filter(resource -> resource.versions().contains(version))
                    .sorted(java.util.Comparator.comparing(
                            resource -> resource.names().plural()))
                    .toList();
        }
    }

    long generation() {
        return generation;
    }

    List<Group> groups() {
        return groups;
    }

    Optional<Group> find(String name) {
        return groups.stream().filter(group -> group.name().equals(name)).findFirst();
    }

    Document core() {
        return core;
    }

    Document others() {
        return others;
    }

    private static List<String> versions(List<Resource> members) {
        return members.stream()
                .flatMap(resource -> resource.versions().stream())
                .distinct()
                .sorted(VersionOrder.INSTANCE)
                .toList();
    }

    private static Document aggregate(List<Group> groups) {
        ObjectNode list =
                Json.object().put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        for (Group group : groups) {
            ObjectNode item = items.addObject();
            ObjectNode metadata = item.putObject("metadata");
            if (!group.name().isEmpty()) {
                metadata.put("name", group.name());
            }
            metadata.putNull("creationTimestamp");
            ArrayNode versions = item.putArray("versions");
            for (String version : group.versions()) {
                ObjectNode one = versions.addObject().put("version", version);
                ArrayNode resources = one.putArray("resources");
                group.resources(version).forEach(resource -> describe(resource, version, resources));
                one.put("freshness", "Current");
            }
        }
        byte[] json = Json.write(list);
        return new Document(json, tag(json));
    }

    private static void describe(Resource resource, String version, ArrayNode list) {
        Resource.Names names = resource.names();
        ObjectNode one = list.addObject().put("resource", names.plural());
        one.set("responseKind", kind(resource.group(), version, names.kind()));
        one.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
        one.put("singularResource", names.singular());
        one.set("verbs", Discovery.verbs(resource));
        Discovery.texts(one, "shortNames", names.shortNames());
        Discovery.texts(one, "categories", names.categories());
        List<Subresource> parts = Discovery.parts(resource);
        if (parts.isEmpty()) {
            return;
        }
        ArrayNode subresources = one.putArray("subresources");
        for (Subresource part : parts) {
            ObjectNode sub = subresources.addObject().put("subresource", part.name());
            sub.set(
                    "responseKind",
                    part.version().isEmpty()
                            ? kind(resource.group(), version, part.kind())
                            : kind(part.group(), part.version(), part.kind()));
            sub.set("verbs", Discovery.verbs(part.verbs()));
        }
    }

    private static ObjectNode kind(String group, String version, String kind) {
        return Json.object().put("group", group).put("version", version).put("kind", kind);
    }

    private static String tag(byte[] json) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-512").digest(json);
            return "\"" + HexFormat.of().formatHex(hash).toUpperCase(Locale.ROOT) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-512", e);
        }
    }
}
