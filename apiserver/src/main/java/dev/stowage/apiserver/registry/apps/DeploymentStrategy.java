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
import java.util.List;

final class DeploymentStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Deployment", "deployments")
                .shortNames("deploy")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .scale(ScalePaths.standard(object -> SelectorText.text(JsonTree.at(object, "spec", "selector"))))
                .strategy(new DeploymentStrategy())
                .columns(tableColumns())
                .done();
    }

    private static TableColumns tableColumns() {
        FunctionColumns table = FunctionColumns.name()
                .text("Ready", ReplicaColumns::ready)
                .text("Up-to-date", object -> TableCells.number(object, "status", "updatedReplicas"))
                .text("Available", object -> TableCells.number(object, "status", "availableReplicas"))
                .age();
        return PodTemplateColumns.wide(table, "spec", "template")
                .wide("Selector", object -> SelectorText.text(JsonTree.at(object, "spec", "selector")));
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        FieldDefaults.number(spec, "replicas", 1);
        FieldDefaults.number(spec, "revisionHistoryLimit", 10);
        FieldDefaults.number(spec, "progressDeadlineSeconds", 600);
        ObjectNode strategy = JsonTree.ensure(spec, "strategy");
        FieldDefaults.text(strategy, "type", "RollingUpdate");
        if (JsonTree.text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = JsonTree.ensure(strategy, "rollingUpdate");
            FieldDefaults.text(rolling, "maxUnavailable", "25%");
            FieldDefaults.text(rolling, "maxSurge", "25%");
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.apps.v1.DeploymentStatus");
    }

    /// Status updates do not change labels.
    @Override
    public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        ObjectNode metadata = JsonTree.ensure(object, "metadata");
        metadata.remove("labels");
        JsonTree.object(old, "metadata", "labels").ifPresent(labels -> metadata.set("labels", labels.deepCopy()));
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        FieldChecks.notNegative(spec, "replicas", "spec", fieldErrors);
        PodTemplateValidation.selector(spec, "deployment", fieldErrors);
        PodTemplateValidation.validate(spec, "ReplicaSet", fieldErrors);
        strategy(spec.path("strategy"), fieldErrors);
        for (String field : List.of("minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds")) {
            FieldChecks.notNegative(spec, field, "spec", fieldErrors);
        }
        long deadline = TableCells.number(spec, "progressDeadlineSeconds");
        if (deadline <= TableCells.number(spec, "minReadySeconds")) {
            fieldErrors.invalid(
                    "spec.progressDeadlineSeconds", Long.toString(deadline), "must be greater than minReadySeconds");
        }
    }

    private static void strategy(JsonNode strategy, FieldErrors fieldErrors) {
        String path = "spec.strategy";
        switch (JsonTree.text(strategy, "type")) {
            case "Recreate" -> {
                if (JsonTree.has(strategy, "rollingUpdate")) {
                    fieldErrors.forbidden(
                            path + ".rollingUpdate", "may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> rolling(strategy.path("rollingUpdate"), path + ".rollingUpdate", fieldErrors);
            default ->
                fieldErrors.notSupported(
                        path,
                        "{\"Type\":\"%s\",\"RollingUpdate\":null}".formatted(JsonTree.text(strategy, "type")),
                        List.of("Recreate", "RollingUpdate"));
        }
    }

    private static void rolling(JsonNode rolling, String path, FieldErrors fieldErrors) {
        JsonNode missing = rolling.path("maxUnavailable");
        RollingUpdateValidation.numberOrPercent(missing, path + ".maxUnavailable", fieldErrors);
        RollingUpdateValidation.numberOrPercent(rolling.path("maxSurge"), path + ".maxSurge", fieldErrors);
        if (RollingUpdateValidation.amount(missing) == 0
                && RollingUpdateValidation.amount(rolling.path("maxSurge")) == 0) {
            fieldErrors.invalid(path + ".maxUnavailable", missing.toString(), "may not be 0 when `maxSurge` is 0");
        }
        RollingUpdateValidation.atMostAll(missing, path + ".maxUnavailable", fieldErrors);
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

    /// Annotations are copied to replica sets, so they count for the generation.
    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return object.path("spec").equals(old.path("spec"))
                && JsonTree.texts(object, "metadata", "annotations")
                        .equals(JsonTree.texts(old, "metadata", "annotations"));
    }
}
