package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.crd.Conditions.Condition;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// The rules of definitions.
final class DefinitionStrategy implements Strategy {

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        ObjectNode names = Tree.ensure(spec, "names");
        String kind = Tree.text(names, "kind");
        if (Tree.text(names, "singular").isEmpty()) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (Tree.text(names, "listKind").isEmpty() && !kind.isEmpty()) {
            names.put("listKind", kind + "List");
        }
        if (!Tree.has(spec, "conversion")) {
            spec.putObject("conversion").put("strategy", "None");
        }
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        start(object);
    }

    /// Gives a definition the status that it starts with.
    void start(ObjectNode object) {
        object.putObject("status");
        store(object);
    }

    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) {
        store(object);
    }

    /// Objects will be kept in the storage version, from now on.
    private static void store(ObjectNode object) {
        Definition definition = new Definition(object);
        ObjectNode status = Tree.ensure(object, "status");
        definition.storage().map(Definition.Version::name).ifPresent(version -> {
            if (!definition.storedVersions().contains(version)) {
                ArrayNode stored = status.get("storedVersions") instanceof ArrayNode array
                        ? array
                        : status.putArray("storedVersions");
                stored.add(version);
            }
        });
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        DefinitionValidation.validate(new Definition(object), problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        DefinitionValidation.validateUpdate(new Definition(object), new Definition(old), problems);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        DefinitionValidation.validateStatus(new Definition(object), problems);
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        return new Definition(object)
                .versions().stream()
                        .flatMap(version -> version.schema().stream())
                        .flatMap(schema -> UnknownFormats.in(schema).stream())
                        .map(format -> "unrecognized format " + Problems.quoted(format))
                        .toList();
    }

    /// Until nothing is left of its objects.
    @Override
    public boolean isHeld(ObjectNode object) {
        return Conditions.find(object, "Terminating").isEmpty();
    }

    @Override
    public void deleting(ObjectNode object) {
        Definition definition = new Definition(object);
        if (Conditions.find(object, "Terminating").isPresent()) {
            return;
        }
        if (!definition.hasFinalizer(Definition.CLEANUP)) {
            ObjectNode metadata = Tree.ensure(object, "metadata");
            ArrayNode finalizers =
                    metadata.get("finalizers") instanceof ArrayNode array ? array : metadata.putArray("finalizers");
            finalizers.add(Definition.CLEANUP);
        }
        Conditions.set(
                object,
                new Condition(
                        "Terminating",
                        "True",
                        "InstanceDeletionPending",
                        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"),
                Instant.parse(Tree.text(object, "metadata", "deletionTimestamp")));
    }
}
