package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.GroupVersionKind;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.EmptyValue;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.ListKind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/// The definitions of all types in a document, each once.
final class OpenApiDefinitions {
    private final OpenApiVersion openApiVersion;
    private final NavigableMap<String, ObjectNode> defined = new TreeMap<>();
    private final Set<String> known = new HashSet<>();
    private final Deque<Struct> waiting = new ArrayDeque<>();

    OpenApiDefinitions(OpenApiVersion openApiVersion) {
        this.openApiVersion = openApiVersion;
    }

    /// All referenced definitions, including indirect ones.
    NavigableMap<String, ObjectNode> all() {
        while (!waiting.isEmpty()) {
            Struct struct = waiting.pop();
            ObjectNode schema = object(struct);
            BuiltInTypes.kind(struct.name()).ifPresent(kind -> describe(schema, kind));
            defined.put(struct.name(), schema);
        }
        return defined;
    }

    /// @param struct a built-in type, which has a name; a field may use it with another granularity
    /// @return its name
    String add(Struct struct) {
        if (known.add(struct.name())) {
            waiting.push(BuiltInTypes.of(struct.name()));
        }
        return struct.name();
    }

    void add(String name, ObjectNode schema) {
        defined.put(name, schema);
    }

    /// Adds the group, version and kind to the schema of a kind.
    static void describe(ObjectNode schema, GroupVersionKind kind) {
        schema.putArray("x-kubernetes-group-version-kind").add(named(kind));
    }

    static ObjectNode named(GroupVersionKind kind) {
        return Json.object().put("group", kind.group()).put("kind", kind.kind()).put("version", kind.version());
    }

    ObjectNode object(Struct struct) {
        ObjectNode schema = Json.object();
        if (hasDescriptions(struct)) {
            BuiltInTypes.description(struct.name()).ifPresent(text -> schema.put("description", text));
        }
        schema.put("type", "object");
        List<String> required = struct.fields().entrySet().stream()
                .filter(field -> field.getValue().required())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (!required.isEmpty()) {
            ArrayNode names = schema.putArray("required");
            required.forEach(names::add);
        }
        if (!struct.fields().isEmpty()) {
            ObjectNode properties = schema.putObject("properties");
            new TreeMap<>(struct.fields()).forEach((name, field) -> properties.set(name, field(field)));
            if (hasDescriptions(struct)) {
                properties
                        .properties()
                        .forEach(property -> BuiltInTypes.description(struct.name(), property.getKey())
                                .ifPresent(text -> ((ObjectNode) property.getValue()).put("description", text)));
            }
        }
        if (struct.preserving()) {
            schema.put("x-kubernetes-preserve-unknown-fields", true);
        }
        if (struct.atomic()) {
            schema.put("x-kubernetes-map-type", "atomic");
        }
        return schema;
    }

    /// `kubectl explain` reads version 3. Version 2 is one document with everything, which is large enough.
    private boolean hasDescriptions(Struct struct) {
        return openApiVersion == OpenApiVersion.V3 && !struct.name().isEmpty();
    }

    private ObjectNode field(Field field) {
        ObjectNode schema = switch (field.type()) {
            case Struct struct when !struct.name().isEmpty() -> openApiVersion.extensibleReference(add(struct));
            case AnyJson any when !any.name().isEmpty() -> openApiVersion.extensibleReference(special(any.name()));
            case Scalar scalar
            when ScalarDefinitions.isDefined(scalar) ->
                openApiVersion.extensibleReference(special(ScalarDefinitions.name(scalar)));
            case Struct _, AnyJson _, Mapping _, Sequence _, Scalar _ -> value(field.type());
        };
        if (openApiVersion == OpenApiVersion.V3) {
            preset(schema, field);
        }
        granularity(schema, field.type());
        patching(schema, field);
        return schema;
    }

    private static void preset(ObjectNode schema, Field field) {
        boolean whole = !field.tellsEmptyFromNone()
                && field.type() instanceof Struct struct
                && !struct.name().isEmpty();
        if (field.preset().isPresent()) {
            schema.set("default", field.preset().get());
        } else if (whole) {
            schema.putObject("default");
        } else if (field.emptyValue() == EmptyValue.WRITTEN && field.type() instanceof Scalar scalar) {
            ScalarDefinitions.zero(scalar).ifPresent(zero -> schema.set("default", zero));
        }
    }

    /// A field may be granular although its type is atomic, and vice versa.
    private static void granularity(ObjectNode schema, Schema type) {
        if (type instanceof Struct struct
                && !struct.name().isEmpty()
                && struct.atomic() != BuiltInTypes.of(struct.name()).atomic()) {
            schema.put("x-kubernetes-map-type", struct.atomic() ? "atomic" : "granular");
        }
    }

    private static void patching(ObjectNode schema, Field field) {
        boolean merges = field.type() instanceof Sequence list && list.patchMerges();
        String strategy = merges ? (field.retainKeys() ? "merge,retainKeys" : "merge") : "";
        if (!merges && (field.retainKeys() || field.replaced())) {
            strategy = field.retainKeys() ? "retainKeys" : "replace";
        }
        if (!strategy.isEmpty()) {
            schema.put("x-kubernetes-patch-strategy", strategy);
        }
        if (field.type() instanceof Sequence list) {
            list.patchKey().ifPresent(key -> schema.put("x-kubernetes-patch-merge-key", key));
        }
    }

    private ObjectNode value(Schema type) {
        return switch (type) {
            case Struct struct -> struct.name().isEmpty() ? object(struct) : openApiVersion.reference(add(struct));
            case Mapping map -> {
                ObjectNode schema = Json.object().put("type", "object");
                schema.set("additionalProperties", item(map.values()));
                yield map.atomic() ? schema.put("x-kubernetes-map-type", "atomic") : schema;
            }
            case Sequence list -> sequence(list);
            case Scalar scalar ->
                ScalarDefinitions.isDefined(scalar)
                        ? openApiVersion.reference(special(ScalarDefinitions.name(scalar)))
                        : ScalarDefinitions.plain(scalar);
            case AnyJson any ->
                any.name().isEmpty()
                        ? Json.object().put("x-kubernetes-preserve-unknown-fields", true)
                        : openApiVersion.reference(special(any.name()));
        };
    }

    private ObjectNode sequence(Sequence list) {
        ObjectNode schema = Json.object().put("type", "array");
        schema.set("items", item(list.items()));
        if (list.kind() == ListKind.MAP) {
            ArrayNode keys = schema.putArray("x-kubernetes-list-map-keys");
            list.keys().forEach(keys::add);
        }
        return schema.put(
                "x-kubernetes-list-type",
                switch (list.kind()) {
                    case ATOMIC -> "atomic";
                    case SET -> "set";
                    case MAP -> "map";
                });
    }

    private ObjectNode item(Schema type) {
        if (openApiVersion == OpenApiVersion.V2) {
            return value(type);
        }
        if (type instanceof Struct struct && !struct.name().isEmpty()) {
            ObjectNode schema = openApiVersion.extensibleReference(add(struct));
            schema.putObject("default");
            return schema;
        }
        ObjectNode schema = value(type);
        if (type instanceof Scalar scalar) {
            ScalarDefinitions.zero(scalar).ifPresent(zero -> schema.set("default", zero));
        }
        return schema;
    }

    private String special(String name) {
        defined.computeIfAbsent(name, wanted -> ScalarDefinitions.definition(wanted, openApiVersion));
        return name;
    }
}
