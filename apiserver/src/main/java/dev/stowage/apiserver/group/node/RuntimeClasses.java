package dev.stowage.apiserver.group.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Names;

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

    @Override
    public void validate(ObjectNode object, Problems problems) {
        String handler = Tree.text(object, "handler");
        if (Checks.required(handler, "handler", problems)) {
            Checks.mistakes(Names.dnsLabel(handler), handler, "handler", problems);
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        Immutable.validate(object, old, "handler", "", problems);
    }
}
