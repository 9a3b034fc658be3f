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
import dev.stowage.apiserver.resource.ScalePaths;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.TableColumns;

final class ReplicaSetStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("ReplicaSet", "replicasets")
                .shortNames("rs")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .scale(ScalePaths.standard(object -> SelectorText.text(JsonTree.at(object, "spec", "selector"))))
                .strategy(new ReplicaSetStrategy())
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
                .wide("Selector", object -> SelectorText.shown(JsonTree.at(object, "spec", "selector")));
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        FieldDefaults.number(spec, "replicas", 1);
        PodDefaults.template(spec, "template");
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.apps.v1.ReplicaSetStatus");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        FieldChecks.notNegative(spec, "replicas", "spec", fieldErrors);
        FieldChecks.notNegative(spec, "minReadySeconds", "spec", fieldErrors);
        PodTemplateValidation.selector(spec, "deployment", fieldErrors);
        PodTemplateValidation.validate(spec, "ReplicaSet", fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        PodTemplateValidation.sameSelector(object.path("spec"), old.path("spec"), fieldErrors);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        PodTemplateValidation.counts(object.path("status"), fieldErrors);
    }
}
