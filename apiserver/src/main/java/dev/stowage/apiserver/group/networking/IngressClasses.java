package dev.stowage.apiserver.group.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.validation.Immutable;

final class IngressClasses implements Strategy {
    @Override
    public void complete(ObjectNode object) {
        Tree.object(object, "spec", "parameters")
                .ifPresent(parameters -> Defaults.text(parameters, "scope", "Cluster"));
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        Immutable.validate(object.path("spec"), old.path("spec"), "controller", "spec", problems);
    }
}
