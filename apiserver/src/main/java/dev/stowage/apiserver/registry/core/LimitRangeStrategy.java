package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import java.util.Map;

final class LimitRangeStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("LimitRange", "limitranges")
                .shortNames("limits")
                .strategy(new LimitRangeStrategy())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode limit : JsonTree.list(object, "spec", "limits")) {
            if (limit instanceof ObjectNode one && JsonTree.text(one, "type").equals("Container")) {
                inherit(one, "default", "max");
                inherit(one, "defaultRequest", "default");
                inherit(one, "defaultRequest", "min");
            }
        }
    }

    private static void inherit(ObjectNode limit, String to, String from) {
        for (Map.Entry<String, JsonNode> amount : limit.path(from).properties()) {
            ObjectNode target = JsonTree.ensure(limit, to);
            if (!target.has(amount.getKey())) {
                target.set(amount.getKey(), amount.getValue());
            }
        }
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
