package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.resource.Verb;

final class Namespaces implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Namespace", "namespaces")
                .shortNames("ns")
                .cluster()
                .without(Verb.DELETECOLLECTION)
                .status(StatusRule.TAKES_METADATA)
                .part("finalize", "Namespace", Verb.UPDATE)
                .selectable("status.phase")
                .selectable(new SelectableField("name", object -> Tree.text(object, "metadata", "name")))
                .strategy(new Namespaces())
                .columns(TableOf.name()
                        .text("Status", object -> Tree.text(object, "status", "phase"))
                        .age())
                .done();
    }

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }

    @Override
    public boolean isHeld(ObjectNode object) {
        return !Tree.list(object, "spec", "finalizers").isEmpty();
    }
}
