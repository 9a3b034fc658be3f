package dev.stowage.apiserver.registry.core;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import java.util.Map;

final class ConfigMapStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("ConfigMap", "configmaps")
                .shortNames("cm")
                .strategy(new ConfigMapStrategy())
                .columns(FunctionColumns.name()
                        .text("Data", ConfigMapStrategy::count)
                        .age())
                .done();
    }

    private static Object count(JsonNode object) {
        return (long) object.path("data").size() + object.path("binaryData").size();
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        ConfigDataValidation.keys(object, "data", fieldErrors);
        for (Map.Entry<String, JsonNode> entry : object.path("data").properties()) {
            String key = entry.getKey();
            if (object.path("binaryData").has(key)) {
                fieldErrors.invalid("data[" + key + "]", quoted(key), "duplicate of key present in binaryData");
            }
        }
        ConfigDataValidation.keys(object, "binaryData", fieldErrors);
        if (ConfigDataValidation.textSize(object.path("data"))
                        + ConfigDataValidation.byteSize(object.path("binaryData"))
                > ConfigDataValidation.MOST) {
            fieldErrors.tooLong("", ConfigDataValidation.MOST);
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        ConfigDataValidation.immutable(object, old, fieldErrors, "data", "binaryData");
        validate(object, fieldErrors);
    }
}
