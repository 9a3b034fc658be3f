package dev.stowage.apiserver.group.apps;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Scale;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class StatefulSets implements Strategy {
    static Resource resource(Group group) {
        return group.resource("StatefulSet", "statefulsets")
                .shortNames("sts")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .scale(Scale.standard(object -> Selectors.text(Tree.at(object, "spec", "selector"))))
                .strategy(new StatefulSets())
                .columns(Templates.wide(
                        TableOf.name().text("Ready", Replicas::ready).age(), "spec", "template"))
                .done();
    }
}
