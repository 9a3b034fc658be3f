package dev.stowage.apiserver.group.node;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class RuntimeClasses implements Strategy {
    static Resource resource(Group group) {
        return group.resource("RuntimeClass", "runtimeclasses")
                .cluster()
                .strategy(new RuntimeClasses())
                .columns(TableOf.name()
                        .text("Handler", object -> Tree.text(object, "handler"))
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
