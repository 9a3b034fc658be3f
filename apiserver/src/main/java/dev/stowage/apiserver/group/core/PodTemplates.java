package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;

final class PodTemplates implements Strategy {
    static Resource resource(Group group) {
        return group.resource("PodTemplate", "podtemplates")
                .generation()
                .strategy(new PodTemplates())
                .columns(TableOf.name()
                        .text("Containers", object -> Templates.containers(object, "name", "template"))
                        .text("Images", object -> Templates.containers(object, "image", "template"))
                        .text(
                                "Pod Labels",
                                object -> Selectors.shownPairs(Tree.at(object, "template", "metadata", "labels"))))
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        PodDefaults.template(object, "template");
    }

    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return object.path("template").equals(old.path("template"));
    }
}
