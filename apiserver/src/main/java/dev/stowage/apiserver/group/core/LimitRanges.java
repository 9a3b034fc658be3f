package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;

final class LimitRanges implements Strategy {
    static Resource resource(Group group) {
        return group.resource("LimitRange", "limitranges")
                .shortNames("limits")
                .strategy(new LimitRanges())
                .done();
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
