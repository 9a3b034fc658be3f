package dev.stowage.apiserver.group.apps;

import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class DaemonSets implements Strategy {
    static Resource resource(Group group) {
        return group.resource("DaemonSet", "daemonsets")
                .shortNames("ds")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .strategy(new DaemonSets())
                .columns(columns())
                .done();
    }

    private static Columns columns() {
        TableOf table = TableOf.name()
                .number("Desired", object -> Cells.number(object, "status", "desiredNumberScheduled"))
                .number("Current", object -> Cells.number(object, "status", "currentNumberScheduled"))
                .number("Ready", object -> Cells.number(object, "status", "numberReady"))
                .number("Up-to-date", object -> Cells.number(object, "status", "updatedNumberScheduled"))
                .number("Available", object -> Cells.number(object, "status", "numberAvailable"))
                .text(
                        "Node Selector",
                        object -> Selectors.shownPairs(Tree.at(object, "spec", "template", "spec", "nodeSelector")))
                .age();
        return Templates.wide(table, "spec", "template")
                .wide("Selector", object -> Selectors.shown(Tree.at(object, "spec", "selector")));
    }
}
