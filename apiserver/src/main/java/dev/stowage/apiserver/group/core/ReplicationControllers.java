package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Blank;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
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
import dev.stowage.apiserver.resource.Surroundings;
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

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        JsonNode labels = Tree.at(spec, "template", "metadata", "labels");
        if (!labels.isEmpty()) {
            if (spec.path("selector").isEmpty()) {
                spec.set("selector", labels.deepCopy());
            }
            if (Tree.at(object, "metadata", "labels").isEmpty()) {
                Tree.ensure(object, "metadata").set("labels", labels.deepCopy());
            }
        }
        if (!Tree.has(spec, "replicas")) {
            spec.put("replicas", 1);
        }
        if (Cells.number(spec, "minReadySeconds") == 0) {
            spec.remove("minReadySeconds");
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.core.v1.ReplicationControllerStatus");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        Checks.notNegative(spec, "minReadySeconds", "spec", problems);
        Checks.notNegative(spec, "replicas", "spec", problems);
        if (spec.path("selector").isEmpty()) {
            problems.required("spec.selector", "");
        }
        TemplateValidation.validatePlain(spec, "spec", problems);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        TemplateValidation.counts(object.path("status"), problems);
    }
}
