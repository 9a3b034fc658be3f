package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.util.Map;

final class ConfigMaps implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ConfigMap", "configmaps")
                .shortNames("cm")
                .strategy(new ConfigMaps())
                .columns(TableOf.name().text("Data", ConfigMaps::count).age())
                .done();
    }

    private static Object count(JsonNode object) {
        return (long) object.path("data").size() + object.path("binaryData").size();
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        Data.keys(object, "data", problems);
        for (Map.Entry<String, JsonNode> entry : object.path("data").properties()) {
            String key = entry.getKey();
            if (object.path("binaryData").has(key)) {
                problems.invalid("data[" + key + "]", quoted(key), "duplicate of key present in binaryData");
            }
        }
        Data.keys(object, "binaryData", problems);
        if (Data.textSize(object.path("data")) + Data.byteSize(object.path("binaryData")) > Data.MOST) {
            problems.tooLong("", Data.MOST);
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        Data.immutable(object, old, problems, "data", "binaryData");
        validate(object, problems);
    }
}
