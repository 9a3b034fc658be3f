package dev.stowage.apiserver.group.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Blank;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.group.core.PodDefaults;
import dev.stowage.apiserver.group.core.TemplateValidation;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Scale;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
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

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        Defaults.number(spec, "replicas", 1);
        PodDefaults.template(spec, "template");
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.apps.v1.ReplicaSetStatus");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        Checks.notNegative(spec, "replicas", "spec", problems);
        Checks.notNegative(spec, "minReadySeconds", "spec", problems);
        TemplateValidation.selector(spec, "deployment", problems);
        TemplateValidation.validate(spec, "ReplicaSet", problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        TemplateValidation.sameSelector(object.path("spec"), old.path("spec"), problems);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        TemplateValidation.counts(object.path("status"), problems);
    }
}
