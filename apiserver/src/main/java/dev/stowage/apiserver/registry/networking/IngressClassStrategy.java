package dev.stowage.apiserver.registry.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.validation.ImmutableFields;

final class IngressClassStrategy implements ResourceStrategy {
    @Override
    public void complete(ObjectNode object) {
        JsonTree.object(object, "spec", "parameters")
                .ifPresent(parameters -> FieldDefaults.text(parameters, "scope", "Cluster"));
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        ImmutableFields.validate(object.path("spec"), old.path("spec"), "controller", "spec", fieldErrors);
    }
}
