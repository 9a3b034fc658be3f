package dev.stowage.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.CachedDocument;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceDescriptor.Subresource;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.Verb;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The discovery documents. They are created on request and cached until a resource is added or removed.
/// Thread-safe.
public final class DiscoveryDocuments {
    private static final List<Verb> CUSTOM_ORDER = List.of(
            Verb.DELETE, Verb.DELETECOLLECTION, Verb.GET, Verb.LIST, Verb.PATCH, Verb.CREATE, Verb.UPDATE, Verb.WATCH);

    private final ServedResources servedResources;
    private volatile @Nullable ResourceCatalog resourceCatalog;

    public DiscoveryDocuments(ServedResources servedResources) {
        this.servedResources = servedResources;
    }

    /// `/api`, in the unaggregated format.
    public ObjectNode coreVersions(String address) {
        ObjectNode versions = Json.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", address);
        return versions;
    }

    /// `/apis`, in the unaggregated format.
    public ObjectNode groups() {
        ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        resourceCatalog().groups().stream()
                .filter(group -> !group.name().isEmpty())
                .forEach(group -> groups.add(legacy(group)));
        return list;
    }

    /// `/apis/<group>`.
    public Optional<ObjectNode> group(String name) {
        return resourceCatalog().find(name).map(group -> {
            ObjectNode document = Json.object().put("kind", "APIGroup").put("apiVersion", "v1");
            document.setAll(legacy(group));
            return document;
        });
    }

    private static ObjectNode legacy(ResourceCatalog.Group group) {
        ObjectNode document = Json.object().put("name", group.name());
        ArrayNode versions = document.putArray("versions");
        for (String version : group.versions()) {
            versions.addObject()
                    .put("groupVersion", group.name() + "/" + version)
                    .put("version", version);
        }
        String preferred = group.versions().getFirst();
        document.putObject("preferredVersion")
                .put("groupVersion", group.name() + "/" + preferred)
                .put("version", preferred);
        return document;
    }

    /// `/api/v1` and `/apis/<group>/<version>`.
    public Optional<ObjectNode> resources(String groupName, String version) {
        return resourceCatalog()
                .find(groupName)
                .filter(group -> group.versions().contains(version))
                .map(group -> {
                    String groupVersion = groupName.isEmpty() ? version : groupName + "/" + version;
                    ObjectNode list = Json.object()
                            .put("kind", "APIResourceList")
                            .put("apiVersion", "v1")
                            .put("groupVersion", groupVersion);
                    ArrayNode resources = list.putArray("resources");
                    for (ResourceDescriptor resourceDescriptor : group.resources(version)) {
                        describe(resourceDescriptor, resources);
                    }
                    return list;
                });
    }

    private static void describe(ResourceDescriptor resourceDescriptor, ArrayNode list) {
        ResourceDescriptor.Names names = resourceDescriptor.names();
        ObjectNode main = list.addObject()
                .put("name", names.plural())
                .put("singularName", names.singular())
                .put("namespaced", resourceDescriptor.namespaced())
                .put("kind", names.kind());
        main.set("verbs", verbs(resourceDescriptor));
        texts(main, "shortNames", names.shortNames());
        texts(main, "categories", names.categories());
        if (resourceDescriptor.verbs().contains(Verb.LIST)) {
            main.put("storageVersionHash", StorageVersionHash.of(resourceDescriptor));
        }
        for (Subresource part : parts(resourceDescriptor)) {
            ObjectNode one = list.addObject()
                    .put("name", names.plural() + "/" + part.name())
                    .put("singularName", "")
                    .put("namespaced", resourceDescriptor.namespaced());
            if (!part.version().isEmpty()) {
                one.put("group", part.group()).put("version", part.version());
            }
            one.put("kind", part.kind());
            one.set("verbs", verbs(part.verbs()));
        }
    }

    static List<Subresource> parts(ResourceDescriptor resourceDescriptor) {
        List<Subresource> parts = new ArrayList<>(resourceDescriptor.subresources());
        if (resourceDescriptor.status() != StatusStrategy.NONE) {
            Set<Verb> verbs = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
            parts.add(
                    new Subresource("status", "", "", resourceDescriptor.names().kind(), verbs));
        }
        parts.sort(java.util.Comparator.comparing(Subresource::name));
        return parts;
    }

    /// For custom resources Kubernetes lists the verbs in another order, and clients show that order.
    static ArrayNode verbs(ResourceDescriptor resourceDescriptor) {
        if (!resourceDescriptor.schema().isCustom()) {
            return verbs(resourceDescriptor.verbs());
        }
        ArrayNode list = Json.list();
        CUSTOM_ORDER.stream()
                .filter(resourceDescriptor.verbs()::contains)
                .map(Verb::word)
                .forEach(list::add);
        return list;
    }

    static ArrayNode verbs(Collection<Verb> verbs) {
        ArrayNode list = Json.list();
        TreeSet<String> words = new TreeSet<>();
        verbs.forEach(verb -> words.add(verb.word()));
        words.forEach(list::add);
        return list;
    }

    static void texts(ObjectNode into, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode list = into.putArray(field);
            texts.forEach(list::add);
        }
    }

    /// `/api` and `/apis` in the aggregated format, with all groups in one document.
    public CachedDocument aggregated(boolean core) {
        ResourceCatalog known = resourceCatalog();
        return core ? known.core() : known.others();
    }

    private ResourceCatalog resourceCatalog() {
        ResourceCatalog known = resourceCatalog;
        long generation = servedResources.generation();
        if (known == null || known.generation() != generation) {
            known = new ResourceCatalog(generation, servedResources.all());
            resourceCatalog = known;
        }
        return known;
    }
}
