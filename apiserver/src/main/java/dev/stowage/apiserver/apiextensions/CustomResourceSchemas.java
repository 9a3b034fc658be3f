package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.k8s.VersionPriority;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The types of a custom resource, and their OpenAPI documents for clients.
final class CustomResourceSchemas implements ResourceDescriptor.Schemas {
    private final CustomResourceDefinition customResourceDefinition;
    private final Map<String, CustomResourceVersion> versions;
    private final CustomResourceVersion storage;

    CustomResourceSchemas(
            CustomResourceDefinition customResourceDefinition,
            Map<String, CustomResourceVersion> versions,
            CustomResourceVersion storage) {
        this.customResourceDefinition = customResourceDefinition;
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
            ObjectNode schema = found.written();
            ObjectNode properties = JsonTree.ensure(schema, "properties");
            text(properties, "apiVersion", "API group and version of this representation of the object.");
            text(properties, "kind", "Kind of the object.");
            ObjectNode metadata = properties.putObject("metadata");
            metadata.put("description", "Standard object metadata.");
            metadata.putArray("allOf")
                    .addObject()
                    .put("$ref", "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
            ObjectNode kind = Json.object()
                    .put("group", customResourceDefinition.group())
                    .put("kind", JsonTree.text(customResourceDefinition.names(), "kind"))
                    .put("version", version);
            schema.putArray("x-kubernetes-group-version-kind").add(kind);
            return schema;
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
                .filter(tree -> JsonTree.flag(tree, "deprecated"))
                .map(tree -> JsonTree.has(tree, "deprecationWarning")
                        ? JsonTree.text(tree, "deprecationWarning")
                        : warning(version));
    }

    private String warning(String version) {
        String kind = JsonTree.text(customResourceDefinition.names(), "kind");
        String warning = "%s/%s %s is deprecated".formatted(customResourceDefinition.group(), version, kind);
        List<String> better = versions.values().stream()
                .filter(one -> !JsonTree.flag(one.definition().tree(), "deprecated"))
                .map(CustomResourceVersion::name)
                .filter(name -> VersionPriority.INSTANCE.compare(name, version) < 0)
                .sorted(VersionPriority.INSTANCE)
                .toList();
        return better.isEmpty()
                ? warning
                : "%s; use %s/%s %s".formatted(warning, customResourceDefinition.group(), better.getFirst(), kind);
    }
}
