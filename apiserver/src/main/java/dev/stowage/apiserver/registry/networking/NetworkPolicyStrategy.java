package dev.stowage.apiserver.registry.networking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import java.util.List;

final class NetworkPolicyStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("NetworkPolicy", "networkpolicies")
                .shortNames("netpol")
                .generation()
                .strategy(new NetworkPolicyStrategy())
                .columns(FunctionColumns.name()
                        .text("Pod-Selector", object -> SelectorText.shown(JsonTree.at(object, "spec", "podSelector")))
                        .age())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        for (String direction : List.of("ingress", "egress")) {
            for (JsonNode rule : JsonTree.list(spec, direction)) {
                for (JsonNode port : JsonTree.list(rule, "ports")) {
                    if (port instanceof ObjectNode one) {
                        FieldDefaults.text(one, "protocol", "TCP");
                    }
                }
            }
        }
        if (JsonTree.list(spec, "policyTypes").isEmpty()) {
            spec.putArray("policyTypes").add("Ingress");
            if (!JsonTree.list(spec, "egress").isEmpty()) {
                spec.withArray("policyTypes").add("Egress");
            }
        }
    }
}
