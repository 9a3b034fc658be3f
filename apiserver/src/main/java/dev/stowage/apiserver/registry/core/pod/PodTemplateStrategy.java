package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.PodTemplateColumns;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;

public final class PodTemplateStrategy implements ResourceStrategy {
    public static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("PodTemplate", "podtemplates")
                .generation()
                .strategy(new PodTemplateStrategy())
                .columns(FunctionColumns.name()
                        .text("Containers", object -> PodTemplateColumns.containers(object, "name", "template"))
                        .text("Images", object -> PodTemplateColumns.containers(object, "image", "template"))
                        .text(
                                "Pod Labels",
                                object ->
                                        SelectorText.shownPairs(JsonTree.at(object, "template", "metadata", "labels"))))
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
