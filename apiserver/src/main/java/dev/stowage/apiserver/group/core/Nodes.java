package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Verb;

final class Nodes implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Node", "nodes")
                .shortNames("no")
                .cluster()
                .status(StatusRule.TAKES_METADATA)
                .part("proxy", "NodeProxyOptions", Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)
                .selectable(new SelectableField(
                        "spec.unschedulable", object -> Boolean.toString(Tree.flag(object, "spec", "unschedulable"))))
                .strategy(new Nodes())
                .columns(NodeColumns.table())
                .done();
    }
}
