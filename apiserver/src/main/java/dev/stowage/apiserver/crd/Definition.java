package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A CustomResourceDefinition, read from its tree.
record Definition(ObjectNode tree) {
    static final String GROUP = "apiextensions.k8s.io";
    static final String RESOURCE = "customresourcedefinitions." + GROUP;
    static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    /// One of the versions, and its place in the list.
    record Version(ObjectNode tree, int index) {
        String name() {
            return Tree.text(tree, "name");
        }

        boolean isServed() {
            return Tree.flag(tree, "served");
        }

        boolean isStorage() {
            return Tree.flag(tree, "storage");
        }

        Optional<ObjectNode> schema() {
            return Tree.object(tree, "schema", "openAPIV3Schema");
        }

        boolean hasStatus() {
            return Tree.has(tree, "subresources", "status");
        }

        Optional<ObjectNode> scale() {
            return Tree.object(tree, "subresources", "scale");
        }
    }

    /// A copy that knows everything but the schemas.
    Definition withoutSchemas() {
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
        return new Definition(copy);
    }

    String name() {
        return Tree.text(tree, "metadata", "name");
    }

    /// Another one of the same name has another.
    String uid() {
        return Tree.text(tree, "metadata", "uid");
    }

    String group() {
        return Tree.text(tree, "spec", "group");
    }

    boolean isNamespaced() {
        return Tree.text(tree, "spec", "scope").equals("Namespaced");
    }

    /// What it asks to be called.
    JsonNode names() {
        return Tree.at(tree, "spec", "names");
    }

    /// What it is called.
    JsonNode acceptedNames() {
        return Tree.at(tree, "status", "acceptedNames");
    }

    String plural() {
        return Tree.text(names(), "plural");
    }

    List<Version> versions() {
        List<Version> versions = new ArrayList<>();
        for (JsonNode version : Tree.list(tree, "spec", "versions")) {
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
        Tree.list(tree, "status", "storedVersions").forEach(version -> stored.add(version.asText()));
        return stored;
    }

    boolean isBeingDeleted() {
        return Tree.has(tree, "metadata", "deletionTimestamp");
    }

    boolean hasFinalizer(String finalizer) {
        for (JsonNode one : Tree.list(tree, "metadata", "finalizers")) {
            if (one.asText().equals(finalizer)) {
                return true;
            }
        }
        return false;
    }

    boolean isEstablished() {
        return Conditions.isTrue(tree, "Established");
    }

    long generation() {
        return Tree.number(tree, "metadata", "generation").orElse(1);
    }
}
