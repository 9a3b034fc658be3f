package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Verb;

final class Services implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Service", "services")
                .shortNames("svc")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .part("proxy", "ServiceProxyOptions", Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)
                .selectable("spec.clusterIP", "spec.type")
                .strategy(new Services())
                .columns(ServiceColumns.table())
                .done();
    }

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL_1035;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
