package dev.stowage.apiserver.registry.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.InitialStatus;
import dev.stowage.apiserver.registry.PodTemplateColumns;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.registry.core.pod.PodDefaults;
import dev.stowage.apiserver.registry.core.pod.PodTemplateValidation;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.TableColumns;
import java.util.List;

final class DaemonSetStrategy implements ResourceStrategy {
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("DaemonSet", "daemonsets")
                .shortNames("ds")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .strategy(new DaemonSetStrategy())
                .columns(tableColumns())
                .done();
    }

    private static TableColumns tableColumns() {
        FunctionColumns table = FunctionColumns.name()
                .number("Desired", object -> TableCells.number(object, "status", "desiredNumberScheduled"))
                .number("Current", object -> TableCells.number(object, "status", "currentNumberScheduled"))
                .number("Ready", object -> TableCells.number(object, "status", "numberReady"))
                .number("Up-to-date", object -> TableCells.number(object, "status", "updatedNumberScheduled"))
                .number("Available", object -> TableCells.number(object, "status", "numberAvailable"))
                .text(
                        "Node Selector",
                        object -> SelectorText.shownPairs(
                                JsonTree.at(object, "spec", "template", "spec", "nodeSelector")))
                .age();
        return PodTemplateColumns.wide(table, "spec", "template")
                .wide("Selector", object -> SelectorText.shown(JsonTree.at(object, "spec", "selector")));
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        FieldDefaults.number(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = JsonTree.ensure(spec, "updateStrategy");
        FieldDefaults.text(strategy, "type", "RollingUpdate");
        if (JsonTree.text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = JsonTree.ensure(strategy, "rollingUpdate");
            FieldDefaults.number(rolling, "maxUnavailable", 1);
            FieldDefaults.number(rolling, "maxSurge", 0);
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.apps.v1.DaemonSetStatus");
        JsonTree.ensure(object, "metadata", "annotations").put(TEMPLATE_GENERATION, "1");
    }

    /// Also maintains the template generation, which counts changes of the template only.
    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        String counted = JsonTree.text(old, "metadata", "annotations", TEMPLATE_GENERATION);
        boolean same = JsonTree.at(object, "spec", "template").equals(JsonTree.at(old, "spec", "template"));
        if (counted.matches("[0-9]{1,18}")) {
            String next = same ? counted : Long.toString(Long.parseLong(counted) + 1);
            JsonTree.ensure(object, "metadata", "annotations").put(TEMPLATE_GENERATION, next);
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        PodTemplateValidation.selector(spec, "daemonset", fieldErrors);
        PodTemplateValidation.validate(spec, "DaemonSet", fieldErrors);
        for (String field : List.of("minReadySeconds", "revisionHistoryLimit")) {
            FieldChecks.notNegative(spec, field, "spec", fieldErrors);
        }
        JsonNode strategy = spec.path("updateStrategy");
        if (!List.of("RollingUpdate", "OnDelete").contains(JsonTree.text(strategy, "type"))) {
            fieldErrors.notSupported("spec.updateStrategy", strategy.toString(), List.of("RollingUpdate", "OnDelete"));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        PodTemplateValidation.sameSelector(object.path("spec"), old.path("spec"), fieldErrors);
        validate(object, fieldErrors);
    }
}
