package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The types of a custom resource, and how clients are told them.
final class CustomSchemas implements Resource.Schemas {
    private final Definition definition;
    private final Map<String, CustomVersion> versions;
    private final CustomVersion storage;

    CustomSchemas(Definition definition, Map<String, CustomVersion> versions, CustomVersion storage) {
        this.definition = definition;
        this.versions = versions;
        this.storage = storage;
    }

    @Override
    public Schema of(String version) {
        return versions.getOrDefault(version, storage).type();
    }

    @Override
    public Optional<ObjectNode> openApi(String version) {
        return Optional.ofNullable(versions.get(version)).map(found -> {
            ObjectNode told = found.written();
            ObjectNode properties = Tree.ensure(told, "properties");
            text(properties, "apiVersion", "The group and version of this form of the object.");
            text(properties, "kind", "What kind of object this is.");
            ObjectNode metadata = properties.putObject("metadata");
            metadata.put("description", "Name, labels and what else all objects have.");
            metadata.putArray("allOf")
                    .addObject()
                    .put("$ref", "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
            ObjectNode kind = Json.object()
                    .put("group", definition.group())
                    .put("kind", Tree.text(definition.names(), "kind"))
                    .put("version", version);
            told.putArray("x-kubernetes-group-version-kind").add(kind);
            return told;
        });
    }

    @Override
    public boolean isCustom() {
        return true;
    }

    private static void text(ObjectNode properties, String name, String description) {
        properties.putObject(name).put("description", description).put("type", "string");
    }

    @Override
    public Optional<String> deprecation(String version) {
        return Optional.ofNullable(versions.get(version))
                .map(found -> found.definition().tree())
                .filter(tree -> Tree.flag(tree, "deprecated"))
                .map(tree -> Tree.has(tree, "deprecationWarning")
                        ? Tree.text(tree, "deprecationWarning")
                        : warning(version));
    }

    private String warning(String version) {
        String kind = Tree.text(definition.names(), "kind");
        String warning = "%s/%s %s is deprecated".formatted(definition.group(), version, kind);
        List<String> better = versions.values().stream()
                .filter(one -> !Tree.flag(one.definition().tree(), "deprecated"))
                .map(CustomVersion::name)
                .filter(name -> VersionOrder.PREFERRED_FIRST.compare(name, version) < 0)
                .sorted(VersionOrder.PREFERRED_FIRST)
                .toList();
        return better.isEmpty()
                ? warning
                : "%s; use %s/%s %s".formatted(warning, definition.group(), better.getFirst(), kind);
    }
}
