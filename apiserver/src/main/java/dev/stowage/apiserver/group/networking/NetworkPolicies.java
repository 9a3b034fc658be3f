package dev.stowage.apiserver.group.networking;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

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
}
