package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.InitialStatus;
import dev.stowage.apiserver.registry.PodTemplateColumns;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.registry.core.pod.PodDefaults;
import dev.stowage.apiserver.registry.core.pod.PodTemplateValidation;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.ScalePaths;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.TableColumns;

final class ReplicationControllerStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("ReplicationController", "replicationcontrollers")
                .shortNames("rc")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .selectable(new SelectableField(
                        "status.replicas", object -> Long.toString(TableCells.number(object, "status", "replicas"))))
                .scale(ScalePaths.standard(object -> SelectorText.pairs(JsonTree.at(object, "spec", "selector"))))
                .strategy(new ReplicationControllerStrategy())
                .columns(tableColumns())
                .done();
    }

    private static TableColumns tableColumns() {
        FunctionColumns table = FunctionColumns.name()
                .number("Desired", object -> TableCells.number(object, "spec", "replicas"))
                .number("Current", object -> TableCells.number(object, "status", "replicas"))
                .number("Ready", object -> TableCells.number(object, "status", "readyReplicas"))
                .age();
        return PodTemplateColumns.wide(table, "spec", "template")
                .wide("Selector", object -> SelectorText.shownPairs(JsonTree.at(object, "spec", "selector")));
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        JsonNode labels = JsonTree.at(spec, "template", "metadata", "labels");
        if (!labels.isEmpty()) {
            if (spec.path("selector").isEmpty()) {
                spec.set("selector", labels.deepCopy());
            }
            if (JsonTree.at(object, "metadata", "labels").isEmpty()) {
                JsonTree.ensure(object, "metadata").set("labels", labels.deepCopy());
            }
        }
        if (!JsonTree.has(spec, "replicas")) {
            spec.put("replicas", 1);
        }
        if (TableCells.number(spec, "minReadySeconds") == 0) {
            spec.remove("minReadySeconds");
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.core.v1.ReplicationControllerStatus");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        FieldChecks.notNegative(spec, "minReadySeconds", "spec", fieldErrors);
        FieldChecks.notNegative(spec, "replicas", "spec", fieldErrors);
        if (spec.path("selector").isEmpty()) {
            fieldErrors.required("spec.selector", "");
        }
        PodTemplateValidation.validatePlain(spec, "spec", fieldErrors);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        PodTemplateValidation.counts(object.path("status"), fieldErrors);
    }
}
