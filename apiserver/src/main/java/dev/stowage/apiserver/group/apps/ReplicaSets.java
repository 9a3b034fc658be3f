package dev.stowage.apiserver.group.apps;

import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Scale;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class ReplicaSets implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ReplicaSet", "replicasets")
                .shortNames("rs")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .scale(Scale.standard(object -> Selectors.text(Tree.at(object, "spec", "selector"))))
                .strategy(new ReplicaSets())
                .columns(columns())
                .done();
    }

    private static Columns columns() {
        TableOf table = TableOf.name()
                .number("Desired", object -> Cells.number(object, "spec", "replicas"))
                .number("Current", object -> Cells.number(object, "status", "replicas"))
                .number("Ready", object -> Cells.number(object, "status", "readyReplicas"))
                .age();
        return Templates.wide(table, "spec", "template")
                .wide("Selector", object -> Selectors.shown(Tree.at(object, "spec", "selector")));
    }
}
