package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A CustomResourceDefinition, read from its tree.
record CustomResourceDefinition(ObjectNode tree) {
    static final String GROUP = "apiextensions.k8s.io";
    static final String RESOURCE = "customresourcedefinitions." + GROUP;
    static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    /// One of the versions, and its index in the list.
    record Version(ObjectNode tree, int index) {
        String name() {
            return JsonTree.text(tree, "name");
        }

        boolean isServed() {
            return JsonTree.flag(tree, "served");
        }

        boolean isStorage() {
            return JsonTree.flag(tree, "storage");
        }

        Optional<ObjectNode> schema() {
            return JsonTree.object(tree, "schema", "openAPIV3Schema");
        }

        boolean hasStatus() {
            return JsonTree.has(tree, "subresources", "status");
        }

        Optional<ObjectNode> scale() {
            return JsonTree.object(tree, "subresources", "scale");
        }
    }

    /// A copy without the schemas.
    CustomResourceDefinition withoutSchemas() {
        ObjectNode copy = Json.object();
        tree.properties().forEach(field -> {
            if (!field.getKey().equals("spec")) {
                copy.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        ObjectNode spec = copy.putObject("spec");
        tree.path("spec").properties().forEach(field -> {
            if (!field.getKey().equals("versions")) {
                spec.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        ArrayNode versions = spec.putArray("versions");
        for (Version version : versions()) {
            ObjectNode slim = versions.addObject();
            version.tree().properties().forEach(field -> {
                if (!field.getKey().equals("schema")) {
                    slim.set(field.getKey(), field.getValue().deepCopy());
                }
            });
        }
        return new CustomResourceDefinition(copy);
    }

    String name() {
        return JsonTree.text(tree, "metadata", "name");
    }

    /// The uid, which differs for a recreated definition of the same name.
    String uid() {
        return JsonTree.text(tree, "metadata", "uid");
    }

    String group() {
        return JsonTree.text(tree, "spec", "group");
    }

    boolean isNamespaced() {
        return JsonTree.text(tree, "spec", "scope").equals("Namespaced");
    }

    /// The names that it requests.
    JsonNode names() {
        return JsonTree.at(tree, "spec", "names");
    }

    /// The names that it is served under.
    JsonNode acceptedNames() {
        return JsonTree.at(tree, "status", "acceptedNames");
    }

    String plural() {
        return JsonTree.text(names(), "plural");
    }

    List<Version> versions() {
        List<Version> versions = new ArrayList<>();
        for (JsonNode version : JsonTree.list(tree, "spec", "versions")) {
            if (version instanceof ObjectNode object) {
                versions.add(new Version(object, versions.size()));
            }
        }
        return versions;
    }

    Optional<Version> storage() {
        return versions().stream().filter(Version::isStorage).findFirst();
    }

    List<String> storedVersions() {
        List<String> stored = new ArrayList<>();
        JsonTree.list(tree, "status", "storedVersions").forEach(version -> stored.add(version.asText()));
        return stored;
    }

    boolean isBeingDeleted() {
        return JsonTree.has(tree, "metadata", "deletionTimestamp");
    }

    boolean hasFinalizer(String finalizer) {
        for (JsonNode one : JsonTree.list(tree, "metadata", "finalizers")) {
            if (one.asText().equals(finalizer)) {
                return true;
            }
        }
        return false;
    }

    boolean isEstablished() {
        return DefinitionConditions.isTrue(tree, "Established");
    }

    long generation() {
        return JsonTree.number(tree, "metadata", "generation").orElse(1);
    }
}
