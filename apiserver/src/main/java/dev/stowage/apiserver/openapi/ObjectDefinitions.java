package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.GroupVersionKind;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The definitions of objects in requests and responses. Those of custom resources get a name and the fields that
/// all objects have.
final class ObjectDefinitions {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final String PATCH = META + "Patch";

    private final OpenApiVersion openApiVersion;
    private final OpenApiDefinitions openApiDefinitions;

    ObjectDefinitions(OpenApiVersion openApiVersion, OpenApiDefinitions openApiDefinitions) {
        this.openApiVersion = openApiVersion;
        this.openApiDefinitions = openApiDefinitions;
    }

    String object(ResourceDescriptor resourceDescriptor, String version) {
        if (resourceDescriptor.schema().of(version) instanceof Struct struct
                && !struct.name().isEmpty()) {
            return openApiDefinitions.add(struct);
        }
        String name = customName(
                resourceDescriptor.group(), version, resourceDescriptor.names().kind());
        openApiDefinitions.add(name, custom(resourceDescriptor, version));
        return name;
    }

    String list(ResourceDescriptor resourceDescriptor, String version) {
        Optional<Struct> known = BuiltInTypes.find(
                resourceDescriptor.group(), version, resourceDescriptor.names().listKind());
        if (known.isPresent()) {
            return openApiDefinitions.add(known.get());
        }
        String name = customName(
                resourceDescriptor.group(), version, resourceDescriptor.names().listKind());
        openApiDefinitions.add(name, customList(resourceDescriptor, version));
        return name;
    }

    /// The object of a subresource; that of the resource itself if the kind is unknown.
    String other(GroupVersionKind kind, ResourceDescriptor resourceDescriptor, String version) {
        return BuiltInTypes.find(kind.group(), kind.version(), kind.kind())
                .map(openApiDefinitions::add)
                .orElseGet(() -> object(resourceDescriptor, version));
    }

    String meta(String name) {
        return openApiDefinitions.add(BuiltInTypes.of(META + name));
    }

    /// The definition of a patch.
    String patch() {
        openApiDefinitions.add(PATCH, ScalarDefinitions.definition(PATCH, openApiVersion));
        return PATCH;
    }

    static boolean isCustom(ResourceDescriptor resourceDescriptor, String version) {
        return !(resourceDescriptor.schema().of(version) instanceof Struct struct)
                || struct.name().isEmpty();
    }

    private ObjectNode custom(ResourceDescriptor resourceDescriptor, String version) {
        ObjectNode schema = resourceDescriptor
                .schema()
                .openApi(version)
                .map(ObjectNode::deepCopy)
                .orElseGet(() -> resourceDescriptor.schema().of(version) instanceof Struct struct
                        ? openApiDefinitions.object(struct)
                        : Json.object().put("x-kubernetes-preserve-unknown-fields", true));
        schema.put("type", "object");
        ObjectNode properties = JsonTree.ensure(schema, "properties");
        common(properties, "ObjectMeta");
        OpenApiDefinitions.describe(
                schema,
                new GroupVersionKind(
                        resourceDescriptor.group(),
                        version,
                        resourceDescriptor.names().kind()));
        return schema;
    }

    private ObjectNode customList(ResourceDescriptor resourceDescriptor, String version) {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putArray("required").add("items");
        ObjectNode properties = schema.putObject("properties");
        common(properties, "ListMeta");
        properties
                .putObject("items")
                .put("type", "array")
                .set("items", openApiVersion.reference(object(resourceDescriptor, version)));
        OpenApiDefinitions.describe(
                schema,
                new GroupVersionKind(
                        resourceDescriptor.group(),
                        version,
                        resourceDescriptor.names().listKind()));
        return schema;
    }

    private void common(ObjectNode properties, String metadata) {
        properties.putObject("apiVersion").put("type", "string");
        properties.putObject("kind").put("type", "string");
        properties.set("metadata", openApiVersion.extensibleReference(meta(metadata)));
    }

    /// Names of definitions contain the group in reverse order.
    static String customName(String group, String version, String kind) {
        List<String> words = new ArrayList<>(List.of(group.split("\\.", -1)));
        Collections.reverse(words);
        return String.join(".", words) + "." + version + "." + kind;
    }

    /// The patch types that the resource supports.
    static List<String> patches(ResourceDescriptor resourceDescriptor, String version) {
        List<String> always =
                List.of("application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json");
        if (isCustom(resourceDescriptor, version)) {
            return always;
        }
        List<String> all = new ArrayList<>(always);
        all.add("application/strategic-merge-patch+json");
        return all;
    }

    static ArrayNode texts(List<String> words) {
        ArrayNode list = Json.list();
        words.forEach(list::add);
        return list;
    }
}
