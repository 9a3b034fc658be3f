package dev.stowage.apiserver.group.networking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.util.List;

final class NetworkPolicies implements Strategy {
    static Resource resource(Group group) {
        return group.resource("NetworkPolicy", "networkpolicies")
                .shortNames("netpol")
                .generation()
                .strategy(new NetworkPolicies())
                .columns(TableOf.name()
                        .text("Pod-Selector", object -> Selectors.shown(Tree.at(object, "spec", "podSelector")))
                        .age())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        for (String direction : List.of("ingress", "egress")) {
            for (JsonNode rule : Tree.list(spec, direction)) {
                for (JsonNode port : Tree.list(rule, "ports")) {
                    if (port instanceof ObjectNode one) {
                        Defaults.text(one, "protocol", "TCP");
                    }
                }
            }
        }
        if (Tree.list(spec, "policyTypes").isEmpty()) {
            spec.putArray("policyTypes").add("Ingress");
            if (!Tree.list(spec, "egress").isEmpty()) {
                spec.withArray("policyTypes").add("Egress");
            }
        }
    }
}
