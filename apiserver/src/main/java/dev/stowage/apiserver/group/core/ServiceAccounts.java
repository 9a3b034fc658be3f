package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.resource.Verb;

final class ServiceAccounts implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ServiceAccount", "serviceaccounts")
                .shortNames("sa")
                .part("token", "authentication.k8s.io", "v1", "TokenRequest", Verb.CREATE)
                .strategy(new ServiceAccounts())
                .columns(TableOf.name().age())
                .done();
    }
}
