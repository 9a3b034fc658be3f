package dev.stowage.apiserver.registry.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.k8s.validation.NameValidation;

final class RuntimeClassStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("RuntimeClass", "runtimeclasses")
                .cluster()
                .strategy(new RuntimeClassStrategy())
                .columns(FunctionColumns.name()
                        .text("Handler", object -> JsonTree.text(object, "handler"))
                        .age())
                .done();
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        String handler = JsonTree.text(object, "handler");
        if (FieldChecks.required(handler, "handler", fieldErrors)) {
            FieldChecks.violations(NameValidation.dnsLabel(handler), handler, "handler", fieldErrors);
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        ImmutableFields.validate(object, old, "handler", "", fieldErrors);
    }
}
