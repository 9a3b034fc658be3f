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
import java.util.List;

final class Deployments implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Deployment", "deployments")
                .shortNames("deploy")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .scale(Scale.standard(object -> Selectors.text(Tree.at(object, "spec", "selector"))))
                .strategy(new Deployments())
                .columns(columns())
                .done();
    }

    private static Columns columns() {
        TableOf table = TableOf.name()
                .text("Ready", Replicas::ready)
                .text("Up-to-date", object -> Cells.number(object, "status", "updatedReplicas"))
                .text("Available", object -> Cells.number(object, "status", "availableReplicas"))
                .age();
        return Templates.wide(table, "spec", "template")
                .wide("Selector", object -> Selectors.text(Tree.at(object, "spec", "selector")));
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        Defaults.number(spec, "replicas", 1);
        Defaults.number(spec, "revisionHistoryLimit", 10);
        Defaults.number(spec, "progressDeadlineSeconds", 600);
        ObjectNode strategy = Tree.ensure(spec, "strategy");
        Defaults.text(strategy, "type", "RollingUpdate");
        if (Tree.text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = Tree.ensure(strategy, "rollingUpdate");
            Defaults.text(rolling, "maxUnavailable", "25%");
            Defaults.text(rolling, "maxSurge", "25%");
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.apps.v1.DeploymentStatus");
    }

    /// Writers of the status do not touch labels.
    @Override
    public void updatingStatus(ObjectNode object, ObjectNode old, Surroundings around) {
        ObjectNode metadata = Tree.ensure(object, "metadata");
        metadata.remove("labels");
        Tree.object(old, "metadata", "labels").ifPresent(labels -> metadata.set("labels", labels.deepCopy()));
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        Checks.notNegative(spec, "replicas", "spec", problems);
        TemplateValidation.selector(spec, "deployment", problems);
        TemplateValidation.validate(spec, "ReplicaSet", problems);
        strategy(spec.path("strategy"), problems);
        for (String field : List.of("minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds")) {
            Checks.notNegative(spec, field, "spec", problems);
        }
        long deadline = Cells.number(spec, "progressDeadlineSeconds");
        if (deadline <= Cells.number(spec, "minReadySeconds")) {
            problems.invalid(
                    "spec.progressDeadlineSeconds", Long.toString(deadline), "must be greater than minReadySeconds");
        }
    }

    private static void strategy(JsonNode strategy, Problems problems) {
        String path = "spec.strategy";
        switch (Tree.text(strategy, "type")) {
            case "Recreate" -> {
                if (Tree.has(strategy, "rollingUpdate")) {
                    problems.forbidden(
                            path + ".rollingUpdate", "may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> rolling(strategy.path("rollingUpdate"), path + ".rollingUpdate", problems);
            default ->
                problems.notSupported(
                        path,
                        "{\"Type\":\"%s\",\"RollingUpdate\":null}".formatted(Tree.text(strategy, "type")),
                        List.of("Recreate", "RollingUpdate"));
        }
    }

    private static void rolling(JsonNode rolling, String path, Problems problems) {
        JsonNode missing = rolling.path("maxUnavailable");
        RollingUpdate.numberOrPercent(missing, path + ".maxUnavailable", problems);
        RollingUpdate.numberOrPercent(rolling.path("maxSurge"), path + ".maxSurge", problems);
        if (RollingUpdate.amount(missing) == 0 && RollingUpdate.amount(rolling.path("maxSurge")) == 0) {
            problems.invalid(path + ".maxUnavailable", missing.toString(), "may not be 0 when `maxSurge` is 0");
        }
        RollingUpdate.atMostAll(missing, path + ".maxUnavailable", problems);
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

    /// Annotations of a deployment go to its sets, so that they count.
    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return object.path("spec").equals(old.path("spec"))
                && Tree.texts(object, "metadata", "annotations").equals(Tree.texts(old, "metadata", "annotations"));
    }
}
