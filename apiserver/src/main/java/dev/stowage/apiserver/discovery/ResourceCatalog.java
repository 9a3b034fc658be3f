package dev.stowage.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.CachedDocument;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceDescriptor.Subresource;
import dev.stowage.k8s.VersionPriority;
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
final class ResourceCatalog {
    private final long generation;
    private final List<Group> groups;
    private final CachedDocument core;
    private final CachedDocument others;

    ResourceCatalog(long generation, List<ResourceDescriptor> resources) {
        this.generation = generation;
        Map<String, List<ResourceDescriptor>> byGroup = new LinkedHashMap<>();
        resources.forEach(
                resourceDescriptor -> byGroup.computeIfAbsent(resourceDescriptor.group(), _ -> new ArrayList<>())
                        .add(resourceDescriptor));
        List<Group> found = new ArrayList<>();
        byGroup.forEach((name, members) -> found.add(new Group(name, versions(members), members)));
        this.groups = List.copyOf(found);
        this.core = aggregate(
                groups.stream().filter(group -> group.name().isEmpty()).toList());
        this.others = aggregate(
                groups.stream().filter(group -> !group.name().isEmpty()).toList());
    }

    /// @param versions the preferred one first
    record Group(String name, List<String> versions, List<ResourceDescriptor> members) {
        List<ResourceDescriptor> resources(String version) {
            return members.stream()
                    .filter(resourceDescriptor -> resourceDescriptor.versions().contains(version))
                    .sorted(java.util.Comparator.comparing(
                            resourceDescriptor -> resourceDescriptor.names().plural()))
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

    CachedDocument core() {
        return core;
    }

    CachedDocument others() {
        return others;
    }

    private static List<String> versions(List<ResourceDescriptor> members) {
        return members.stream()
                .flatMap(resourceDescriptor -> resourceDescriptor.versions().stream())
                .distinct()
                .sorted(VersionPriority.INSTANCE)
                .toList();
    }

    private static CachedDocument aggregate(List<Group> groups) {
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
                group.resources(version)
                        .forEach(resourceDescriptor -> describe(resourceDescriptor, version, resources));
                one.put("freshness", "Current");
            }
        }
        byte[] json = Json.write(list);
        return new CachedDocument(json, tag(json));
    }

    private static void describe(ResourceDescriptor resourceDescriptor, String version, ArrayNode list) {
        ResourceDescriptor.Names names = resourceDescriptor.names();
        ObjectNode one = list.addObject().put("resource", names.plural());
        one.set("responseKind", kind(resourceDescriptor.group(), version, names.kind()));
        one.put("scope", resourceDescriptor.namespaced() ? "Namespaced" : "Cluster");
        one.put("singularResource", names.singular());
        one.set("verbs", DiscoveryDocuments.verbs(resourceDescriptor));
        DiscoveryDocuments.texts(one, "shortNames", names.shortNames());
        DiscoveryDocuments.texts(one, "categories", names.categories());
        List<Subresource> parts = DiscoveryDocuments.parts(resourceDescriptor);
        if (parts.isEmpty()) {
            return;
        }
        ArrayNode subresources = one.putArray("subresources");
        for (Subresource part : parts) {
            ObjectNode sub = subresources.addObject().put("subresource", part.name());
            sub.set(
                    "responseKind",
                    part.version().isEmpty()
                            ? kind(resourceDescriptor.group(), version, part.kind())
                            : kind(part.group(), part.version(), part.kind()));
            sub.set("verbs", DiscoveryDocuments.verbs(part.verbs()));
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
            throw new IllegalStateException("SHA-512 is not available", e);
        }
    }
}
