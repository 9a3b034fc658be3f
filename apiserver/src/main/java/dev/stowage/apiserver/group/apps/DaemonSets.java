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
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import java.util.List;

final class DaemonSets implements Strategy {
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

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

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        Defaults.number(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = Tree.ensure(spec, "updateStrategy");
        Defaults.text(strategy, "type", "RollingUpdate");
        if (Tree.text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = Tree.ensure(strategy, "rollingUpdate");
            Defaults.number(rolling, "maxUnavailable", 1);
            Defaults.number(rolling, "maxSurge", 0);
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.apps.v1.DaemonSetStatus");
        Tree.ensure(object, "metadata", "annotations").put(TEMPLATE_GENERATION, "1");
    }

    /// Counts the changes of the template alone, too.
    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) {
        String counted = Tree.text(old, "metadata", "annotations", TEMPLATE_GENERATION);
        boolean same = Tree.at(object, "spec", "template").equals(Tree.at(old, "spec", "template"));
        if (counted.matches("[0-9]{1,18}")) {
            String next = same ? counted : Long.toString(Long.parseLong(counted) + 1);
            Tree.ensure(object, "metadata", "annotations").put(TEMPLATE_GENERATION, next);
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        TemplateValidation.selector(spec, "daemonset", problems);
        TemplateValidation.validate(spec, "DaemonSet", problems);
        for (String field : List.of("minReadySeconds", "revisionHistoryLimit")) {
            Checks.notNegative(spec, field, "spec", problems);
        }
        JsonNode strategy = spec.path("updateStrategy");
        if (!List.of("RollingUpdate", "OnDelete").contains(Tree.text(strategy, "type"))) {
            problems.notSupported("spec.updateStrategy", strategy.toString(), List.of("RollingUpdate", "OnDelete"));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        TemplateValidation.sameSelector(object.path("spec"), old.path("spec"), problems);
        validate(object, problems);
    }
}
