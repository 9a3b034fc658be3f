package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Decoder.Target;
import dev.stowage.apiserver.schema.Schema.Struct;
import dev.stowage.apiserver.schema.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The definitions of the objects that requests carry. Those of custom resources get a name and the fields that all
/// objects have.
final class Shapes {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final String PATCH = META + "Patch";

    private final Dialect dialect;
    private final Definitions definitions;

    Shapes(Dialect dialect, Definitions definitions) {
        this.dialect = dialect;
        this.definitions = definitions;
    }

    String object(Resource resource, String version) {
        if (resource.schema().of(version) instanceof Struct struct
                && !struct.name().isEmpty()) {
            return definitions.add(struct);
        }
        String name = customName(resource.group(), version, resource.names().kind());
        definitions.add(name, custom(resource, version));
        return name;
    }

    String list(Resource resource, String version) {
        Optional<Struct> known =
                Types.find(resource.group(), version, resource.names().listKind());
        if (known.isPresent()) {
            return definitions.add(known.get());
        }
        String name = customName(resource.group(), version, resource.names().listKind());
        definitions.add(name, customList(resource, version));
        return name;
    }

    /// The object of a sub-resource; that of the resource itself when its kind is unknown.
    String other(Target kind, Resource resource, String version) {
        return Types.find(kind.group(), kind.version(), kind.kind())
                .map(definitions::add)
                .orElseGet(() -> object(resource, version));
    }

    String meta(String name) {
        return definitions.add(Types.of(META + name));
    }

    /// Any change of an object.
    String patch() {
        definitions.add(PATCH, Specials.definition(PATCH, dialect));
        return PATCH;
    }

    static boolean isCustom(Resource resource, String version) {
        return !(resource.schema().of(version) instanceof Struct struct)
                || struct.name().isEmpty();
    }

    private ObjectNode custom(Resource resource, String version) {
        ObjectNode schema = resource.schema()
                .openApi(version)
                .map(ObjectNode::deepCopy)
                .orElseGet(() -> resource.schema().of(version) instanceof Struct struct
                        ? definitions.object(struct)
                        : Json.object().put("x-kubernetes-preserve-unknown-fields", true));
        schema.put("type", "object");
        ObjectNode properties = Tree.ensure(schema, "properties");
        common(properties, "ObjectMeta");
        Definitions.describe(
                schema, new Target(resource.group(), version, resource.names().kind()));
        return schema;
    }

    private ObjectNode customList(Resource resource, String version) {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putArray("required").add("items");
        ObjectNode properties = schema.putObject("properties");
        common(properties, "ListMeta");
        properties.putObject("items").put("type", "array").set("items", dialect.reference(object(resource, version)));
        Definitions.describe(
                schema, new Target(resource.group(), version, resource.names().listKind()));
        return schema;
    }

    private void common(ObjectNode properties, String metadata) {
        properties.putObject("apiVersion").put("type", "string");
        properties.putObject("kind").put("type", "string");
        properties.set("metadata", dialect.extensibleReference(meta(metadata)));
    }

    /// Groups are spelled from the right in names of definitions.
    static String customName(String group, String version, String kind) {
        List<String> words = new ArrayList<>(List.of(group.split("\\.", -1)));
        Collections.reverse(words);
        return String.join(".", words) + "." + version + "." + kind;
    }

    /// The kinds of changes that a patch of the resource may be written in.
    static List<String> patches(Resource resource, String version) {
        List<String> always =
                List.of("application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json");
        if (isCustom(resource, version)) {
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
