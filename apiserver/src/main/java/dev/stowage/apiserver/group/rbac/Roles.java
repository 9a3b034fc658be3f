package dev.stowage.apiserver.group.rbac;

import dev.stowage.apiserver.resource.Describe;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;

/// Roles, of a namespace and of the cluster.
final class Roles implements Strategy {
    static Resource resource(Describe role) {
        return role.strategy(new Roles()).done();
    }

    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
