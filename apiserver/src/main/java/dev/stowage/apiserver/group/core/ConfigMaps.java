package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class ConfigMaps implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ConfigMap", "configmaps")
                .shortNames("cm")
                .strategy(new ConfigMaps())
                .columns(TableOf.name()
                        .text("Data", object -> (long) (Tree.at(object, "data").size()
                                + Tree.at(object, "binaryData").size()))
                        .age())
                .done();
    }
}
