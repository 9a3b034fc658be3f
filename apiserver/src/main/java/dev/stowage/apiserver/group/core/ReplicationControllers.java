package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Scale;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class ReplicationControllers implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ReplicationController", "replicationcontrollers")
                .shortNames("rc")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .selectable(new SelectableField(
                        "status.replicas", object -> Long.toString(Cells.number(object, "status", "replicas"))))
                .scale(Scale.standard(object -> Selectors.pairs(Tree.at(object, "spec", "selector"))))
                .strategy(new ReplicationControllers())
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
                .wide("Selector", object -> Selectors.shownPairs(Tree.at(object, "spec", "selector")));
    }
}
