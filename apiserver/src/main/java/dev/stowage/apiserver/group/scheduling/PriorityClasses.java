package dev.stowage.apiserver.group.scheduling;

import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class PriorityClasses implements Strategy {
    static Resource resource(Group group) {
        return group.resource("PriorityClass", "priorityclasses")
                .shortNames("pc")
                .cluster()
                .generation()
                .strategy(new PriorityClasses())
                .columns(TableOf.name()
                        .number("Value", object -> Cells.number(object, "value"))
                        .flag("Global-Default", object -> Tree.flag(object, "globalDefault"))
                        .age()
                        .text("PreemptionPolicy", object -> Tree.text(object, "preemptionPolicy")))
                .done();
    }
}
