package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.schema.StructuralPruning;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The rules of custom resources.
final class CustomResourceStrategy implements ResourceStrategy {
    private static final Set<String> STANDARD_FINALIZERS = Set.of("orphan", "foregroundDeletion", "kubernetes");

    private final CustomResourceDefinition customResourceDefinition;
    private final Map<String, CustomResourceVersion> versions;
    private final CustomResourceVersion storage;

    /// @param versions by their names
    CustomResourceStrategy(
            CustomResourceDefinition customResourceDefinition,
            Map<String, CustomResourceVersion> versions,
            CustomResourceVersion storage) {
        this.customResourceDefinition = customResourceDefinition;
        this.versions = versions;
        this.storage = storage;
    }

    private CustomResourceVersion version(ObjectNode object) {
        String apiVersion = JsonTree.text(object, "apiVersion");
        return versions.getOrDefault(apiVersion.substring(apiVersion.indexOf('/') + 1), storage);
    }

    @Override
    public void complete(ObjectNode object) {
        StructuralPruning.fill(object, version(object).schema());
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) throws ApiException {
        if (customResourceDefinition.isBeingDeleted()) {
            throw ApiException.forbidden(
                    customResourceDefinition.group(),
                    customResourceDefinition.plural(),
                    JsonTree.text(object, "metadata", "name"),
                    "create not allowed while custom resource definition is terminating");
        }
        if (storage.definition().hasStatus()) {
            object.remove("status");
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        version(object).validate(object, MissingNode.getInstance(), fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        version(object).validate(object, old, fieldErrors);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        version(object).validateStatus(object, old, fieldErrors);
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
        JsonTree.list(object, "metadata", "finalizers").forEach(one -> finalizers.add(one.asText()));
        return finalizers.stream()
                .filter(name -> name.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(name))
                .map(name ->
                        "metadata.finalizers: %s: prefer a domain-qualified finalizer name%s to avoid accidental conflicts with other finalizer writers"
                                .formatted(FieldErrors.quoted(name), name.contains(".") ? " including a path (/)" : ""))
                .toList();
    }
}
