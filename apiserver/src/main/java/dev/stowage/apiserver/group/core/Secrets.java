package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class Secrets implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Secret", "secrets")
                .selectable("type")
                .strategy(new Secrets())
                .columns(TableOf.name()
                        .text("Type", object -> Tree.text(object, "type"))
                        .text("Data", object -> (long) Tree.at(object, "data").size())
                        .age())
                .done();
    }
}
