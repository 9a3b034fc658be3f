package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import java.util.Map;

final class LimitRanges implements Strategy {
    static Resource resource(Group group) {
        return group.resource("LimitRange", "limitranges")
                .shortNames("limits")
                .strategy(new LimitRanges())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode limit : Tree.list(object, "spec", "limits")) {
            if (limit instanceof ObjectNode one && Tree.text(one, "type").equals("Container")) {
                inherit(one, "default", "max");
                inherit(one, "defaultRequest", "default");
                inherit(one, "defaultRequest", "min");
            }
        }
    }

    private static void inherit(ObjectNode limit, String to, String from) {
        for (Map.Entry<String, JsonNode> amount : limit.path(from).properties()) {
            ObjectNode target = Tree.ensure(limit, to);
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
