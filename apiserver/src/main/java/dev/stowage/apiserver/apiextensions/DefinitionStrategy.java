package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.DefinitionConditions.Condition;
import dev.stowage.apiserver.apiextensions.schema.UnknownFormats;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// The strategy of CustomResourceDefinitions.
final class DefinitionStrategy implements ResourceStrategy {

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        ObjectNode names = JsonTree.ensure(spec, "names");
        String kind = JsonTree.text(names, "kind");
        if (JsonTree.text(names, "singular").isEmpty()) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (JsonTree.text(names, "listKind").isEmpty() && !kind.isEmpty()) {
            names.put("listKind", kind + "List");
        }
        if (!JsonTree.has(spec, "conversion")) {
            spec.putObject("conversion").put("strategy", "None");
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        start(object);
    }

    /// Sets the initial status of a definition.
    void start(ObjectNode object) {
        object.putObject("status");
        store(object);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        store(object);
    }

    /// Adds the storage version to `status.storedVersions`.
    private static void store(ObjectNode object) {
        CustomResourceDefinition customResourceDefinition = new CustomResourceDefinition(object);
        ObjectNode status = JsonTree.ensure(object, "status");
        customResourceDefinition
                .storage()
                .map(CustomResourceDefinition.Version::name)
                .ifPresent(version -> {
                    if (!customResourceDefinition.storedVersions().contains(version)) {
                        ArrayNode stored = status.get("storedVersions") instanceof ArrayNode array
                                ? array
                                : status.putArray("storedVersions");
                        stored.add(version);
                    }
                });
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        DefinitionValidation.validate(new CustomResourceDefinition(object), fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        DefinitionValidation.validateUpdate(
                new CustomResourceDefinition(object), new CustomResourceDefinition(old), fieldErrors);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        DefinitionValidation.validateStatus(new CustomResourceDefinition(object), fieldErrors);
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        return new CustomResourceDefinition(object)
                .versions().stream()
                        .flatMap(version -> version.schema().stream())
                        .flatMap(schema -> UnknownFormats.in(schema).stream())
                        .map(format -> "unrecognized format " + FieldErrors.quoted(format))
                        .toList();
    }

    /// A definition stays until its condition `Terminating` is set; after that the cleanup finalizer holds it.
    @Override
    public boolean isHeld(ObjectNode object) {
        return DefinitionConditions.find(object, "Terminating").isEmpty();
    }

    @Override
    public void deleting(ObjectNode object) {
        CustomResourceDefinition customResourceDefinition = new CustomResourceDefinition(object);
        if (DefinitionConditions.find(object, "Terminating").isPresent()) {
            return;
        }
        if (!customResourceDefinition.hasFinalizer(CustomResourceDefinition.CLEANUP)) {
            ObjectNode metadata = JsonTree.ensure(object, "metadata");
            ArrayNode finalizers =
                    metadata.get("finalizers") instanceof ArrayNode array ? array : metadata.putArray("finalizers");
            finalizers.add(CustomResourceDefinition.CLEANUP);
        }
        DefinitionConditions.set(
                object,
                new Condition(
                        "Terminating",
                        "True",
                        "InstanceDeletionPending",
                        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"),
                Instant.parse(JsonTree.text(object, "metadata", "deletionTimestamp")));
    }
}
