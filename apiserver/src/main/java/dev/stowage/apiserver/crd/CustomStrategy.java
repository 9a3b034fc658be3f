package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The rules of custom resources.
final class CustomStrategy implements Strategy {
    private static final Set<String> STANDARD_FINALIZERS = Set.of("orphan", "foregroundDeletion", "kubernetes");

    private final Definition definition;
    private final Map<String, CustomVersion> versions;
    private final CustomVersion storage;

    /// @param versions by their names
    CustomStrategy(Definition definition, Map<String, CustomVersion> versions, CustomVersion storage) {
        this.definition = definition;
        this.versions = versions;
        this.storage = storage;
    }

    private CustomVersion version(ObjectNode object) {
        String apiVersion = Tree.text(object, "apiVersion");
        return versions.getOrDefault(apiVersion.substring(apiVersion.indexOf('/') + 1), storage);
    }

    @Override
    public void complete(ObjectNode object) {
        Structured.fill(object, version(object).schema());
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) throws ApiException {
        if (definition.isBeingDeleted()) {
            throw ApiException.forbidden(
                    definition.group(),
                    definition.plural(),
                    Tree.text(object, "metadata", "name"),
                    "create not allowed while custom resource definition is terminating");
        }
        if (storage.definition().hasStatus()) {
            object.remove("status");
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        version(object).validate(object, MissingNode.getInstance(), problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        version(object).validate(object, old, problems);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        version(object).validateStatus(object, old, problems);
    }

    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return content(object).equals(content(old));
    }

    private JsonNode content(ObjectNode object) {
        ObjectNode content = object.objectNode();
        object.properties().forEach(field -> {
            boolean status =
                    field.getKey().equals("status") && storage.definition().hasStatus();
            if (!status && !field.getKey().equals("metadata")) {
                content.set(field.getKey(), field.getValue());
            }
        });
        return content;
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        Set<String> finalizers = new TreeSet<>();
        Tree.list(object, "metadata", "finalizers").forEach(one -> finalizers.add(one.asText()));
        return finalizers.stream()
                .filter(name -> name.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(name))
                .map(name ->
                        "metadata.finalizers: %s: prefer a domain-qualified finalizer name%s to avoid accidental conflicts with other finalizer writers"
                                .formatted(Problems.quoted(name), name.contains(".") ? " including a path (/)" : ""))
                .toList();
    }
}
