package dev.stowage.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Document;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Registry;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Resource.Subresource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Verb;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The documents that clients learn the resources from. They are made when somebody asks and kept until a resource
/// comes
/// or goes. Thread-safe.
public final class Discovery {
    private static final List<Verb> CUSTOM_ORDER = List.of(
            Verb.DELETE, Verb.DELETECOLLECTION, Verb.GET, Verb.LIST, Verb.PATCH, Verb.CREATE, Verb.UPDATE, Verb.WATCH);

    private final Registry registry;
    private volatile @Nullable Catalog catalog;

    public Discovery(Registry registry) {
        this.registry = registry;
    }

    /// `/api`, in its old form.
    public ObjectNode coreVersions(String address) {
        ObjectNode versions = Json.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", address);
        return versions;
    }

    /// `/apis`, in its old form.
    public ObjectNode groups() {
        ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        catalog().groups().stream()
                .filter(group -> !group.name().isEmpty())
                .forEach(group -> groups.add(legacy(group)));
        return list;
    }

    /// `/apis/<group>`.
    public Optional<ObjectNode> group(String name) {
        return catalog().find(name).map(group -> {
            ObjectNode document = Json.object().put("kind", "APIGroup").put("apiVersion", "v1");
            document.setAll(legacy(group));
            return document;
        });
    }

    private static ObjectNode legacy(Catalog.Group group) {
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
        return catalog()
                .find(groupName)
                .filter(group -> group.versions().contains(version))
                .map(group -> {
                    String groupVersion = groupName.isEmpty() ? version : groupName + "/" + version;
                    ObjectNode list = Json.object()
                            .put("kind", "APIResourceList")
                            .put("apiVersion", "v1")
                            .put("groupVersion", groupVersion);
                    ArrayNode resources = list.putArray("resources");
                    for (Resource resource : group.resources(version)) {
                        describe(resource, resources);
                    }
                    return list;
                });
    }

    private static void describe(Resource resource, ArrayNode list) {
        Resource.Names names = resource.names();
        ObjectNode main = list.addObject()
                .put("name", names.plural())
                .put("singularName", names.singular())
                .put("namespaced", resource.namespaced())
                .put("kind", names.kind());
        main.set("verbs", verbs(resource));
        texts(main, "shortNames", names.shortNames());
        texts(main, "categories", names.categories());
        if (resource.verbs().contains(Verb.LIST)) {
            main.put("storageVersionHash", StorageHash.of(resource));
        }
        for (Subresource part : parts(resource)) {
            ObjectNode one = list.addObject()
                    .put("name", names.plural() + "/" + part.name())
                    .put("singularName", "")
                    .put("namespaced", resource.namespaced());
            if (!part.version().isEmpty()) {
                one.put("group", part.group()).put("version", part.version());
            }
            one.put("kind", part.kind());
            one.set("verbs", verbs(part.verbs()));
        }
    }

    static List<Subresource> parts(Resource resource) {
        List<Subresource> parts = new ArrayList<>(resource.subresources());
        if (resource.status() != StatusRule.NONE) {
            Set<Verb> verbs = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
            parts.add(new Subresource("status", "", "", resource.names().kind(), verbs));
        }
        parts.sort(java.util.Comparator.comparing(Subresource::name));
        return parts;
    }

    /// Of custom resources Kubernetes names them in another order, and clients show them so.
    static ArrayNode verbs(Resource resource) {
        if (!resource.schema().isCustom()) {
            return verbs(resource.verbs());
        }
        ArrayNode list = Json.list();
        CUSTOM_ORDER.stream().filter(resource.verbs()::contains).map(Verb::word).forEach(list::add);
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

    /// `/api` and `/apis`, in the form that tells everything at once.
    public Document aggregated(boolean core) {
        Catalog known = catalog();
        return core ? known.core() : known.others();
    }

    private Catalog catalog() {
        Catalog known = catalog;
        long generation = registry.generation();
        if (known == null || known.generation() != generation) {
            known = new Catalog(generation, registry.all());
            catalog = known;
        }
        return known;
    }
}
