package dev.stowage.apiserver.group.coordination;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class Leases implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Lease", "leases")
                .strategy(new Leases())
                .columns(TableOf.name()
                        .text("Holder", object -> Tree.text(object, "spec", "holderIdentity"))
                        .age())
                .done();
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }
}
