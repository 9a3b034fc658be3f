package dev.stowage.apiserver.registry.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.validation.ImmutableFields;

final class VolumeAttributesClassStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("VolumeAttributesClass", "volumeattributesclasses")
                .shortNames("vac")
                .cluster()
                .strategy(new VolumeAttributesClassStrategy())
                .columns(FunctionColumns.name()
                        .text("DriverName", object -> JsonTree.text(object, "driverName"))
                        .age())
                .done();
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        ClassParameterValidation.driver(object, "driverName", fieldErrors);
        ClassParameterValidation.validate(object, false, fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        if (!JsonTree.text(object, "driverName").equals(JsonTree.text(old, "driverName"))) {
            fieldErrors.forbidden("driverName", "updates to driverName are forbidden.");
        }
        if (!ImmutableFields.same(object.path("parameters"), old.path("parameters"))) {
            fieldErrors.forbidden("parameters", "updates to parameters are forbidden.");
        }
        validate(object, fieldErrors);
    }
}
