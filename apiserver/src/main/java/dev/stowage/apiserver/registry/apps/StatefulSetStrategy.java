package dev.stowage.apiserver.registry.apps;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.InitialStatus;
import dev.stowage.apiserver.registry.PodTemplateColumns;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.registry.core.pod.PodDefaults;
import dev.stowage.apiserver.registry.core.pod.PodTemplateValidation;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.ScalePaths;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import java.util.List;

final class StatefulSetStrategy implements ResourceStrategy {
    private static final List<String> MUTABLE = List.of(
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds");
    private static final String FORBIDDEN = "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
            + " 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
            + " 'minReadySeconds' are forbidden";

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("StatefulSet", "statefulsets")
                .shortNames("sts")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .scale(ScalePaths.standard(object -> SelectorText.text(JsonTree.at(object, "spec", "selector"))))
                .strategy(new StatefulSetStrategy())
                .columns(PodTemplateColumns.wide(
                        FunctionColumns.name()
                                .text("Ready", ReplicaColumns::ready)
                                .age(),
                        "spec",
                        "template"))
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        FieldDefaults.text(spec, "podManagementPolicy", "OrderedReady");
        FieldDefaults.number(spec, "replicas", 1);
        FieldDefaults.number(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = JsonTree.ensure(spec, "updateStrategy");
        if (JsonTree.text(strategy, "type").isEmpty()) {
            strategy.put("type", "RollingUpdate");
            JsonTree.ensure(strategy, "rollingUpdate");
        }
        if (JsonTree.text(strategy, "type").equals("RollingUpdate")) {
            JsonTree.object(strategy, "rollingUpdate")
                    .ifPresent(rolling -> FieldDefaults.number(rolling, "partition", 0));
        }
        ObjectNode retention = JsonTree.ensure(spec, "persistentVolumeClaimRetentionPolicy");
        FieldDefaults.text(retention, "whenDeleted", "Retain");
        FieldDefaults.text(retention, "whenScaled", "Retain");
        JsonTree.list(spec, "volumeClaimTemplates").forEach(StatefulSetStrategy::completeClaim);
        PodDefaults.template(spec, "template");
    }

    private static void completeClaim(JsonNode claim) {
        if (claim instanceof ObjectNode template) {
            template.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            FieldDefaults.text(JsonTree.ensure(template, "spec"), "volumeMode", "Filesystem");
            FieldDefaults.text(JsonTree.ensure(template, "status"), "phase", "Pending");
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.apps.v1.StatefulSetStatus");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        oneOf(spec, "podManagementPolicy", "OrderedReady", "Parallel", "spec.podManagementPolicy", fieldErrors);
        JsonNode update = spec.path("updateStrategy");
        updateStrategy(JsonTree.text(update, "type"), fieldErrors);
        if (JsonTree.text(update, "type").equals("OnDelete") && JsonTree.has(update, "rollingUpdate")) {
            fieldErrors.invalid(
                    "spec.updateStrategy.rollingUpdate",
                    update.path("rollingUpdate").toString(),
                    "only allowed for updateStrategy 'RollingUpdate'");
        }
        FieldChecks.notNegative(
                update.path("rollingUpdate"), "partition", "spec.updateStrategy.rollingUpdate", fieldErrors);
        for (String field : List.of("replicas", "minReadySeconds")) {
            FieldChecks.notNegative(spec, field, "spec", fieldErrors);
        }
        PodTemplateValidation.selector(spec, "statefulset", fieldErrors);
        PodTemplateValidation.validate(withClaims(spec), "StatefulSet", fieldErrors);
    }

    private static void updateStrategy(String type, FieldErrors fieldErrors) {
        if (FieldChecks.required(type, "spec.updateStrategy", fieldErrors)
                && !type.equals("RollingUpdate")
                && !type.equals("OnDelete")) {
            fieldErrors.invalid(
                    "spec.updateStrategy",
                    "{\"Type\":%s,\"RollingUpdate\":null}".formatted(quoted(type)),
                    "must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    private static void oneOf(
            JsonNode node, String field, String one, String other, String path, FieldErrors fieldErrors) {
        String value = JsonTree.text(node, field);
        if (FieldChecks.required(value, path, fieldErrors) && !value.equals(one) && !value.equals(other)) {
            fieldErrors.invalid(path, quoted(value), "must be '%s' or '%s'".formatted(one, other));
        }
    }

    /// Pods get a volume for each claim template in addition to the volumes of the pod template.
    private static JsonNode withClaims(JsonNode spec) {
        JsonNode claims = JsonTree.list(spec, "volumeClaimTemplates");
        if (claims.isEmpty() || !JsonTree.has(spec, "template", "spec")) {
            return spec;
        }
        ObjectNode copy = spec.deepCopy();
        ObjectNode pod = JsonTree.ensure(copy, "template", "spec");
        ArrayNode volumes = pod.putArray("volumes");
        for (JsonNode claim : claims) {
            String name = JsonTree.text(claim, "metadata", "name");
            volumes.addObject()
                    .put("name", name)
                    .putObject("persistentVolumeClaim")
                    .put("claimName", name);
        }
        for (JsonNode volume : JsonTree.list(spec, "template", "spec", "volumes")) {
            if (volumes.valueStream().noneMatch(other -> other.path("name").equals(volume.path("name")))) {
                volumes.add(volume);
            }
        }
        return copy;
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        ObjectNode spec = object.path("spec").deepCopy();
        ObjectNode before = old.path("spec").deepCopy();
        spec.remove(MUTABLE);
        before.remove(MUTABLE);
        if (!spec.equals(before)) {
            fieldErrors.forbidden("spec", FORBIDDEN);
        }
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        PodTemplateValidation.counts(object.path("status"), fieldErrors);
    }
}
