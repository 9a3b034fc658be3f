package dev.stowage.apiserver.group.apps;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Blank;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.group.core.PodDefaults;
import dev.stowage.apiserver.group.core.TemplateValidation;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Scale;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import java.util.List;

final class StatefulSets implements Strategy {
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

    static Resource resource(Group group) {
        return group.resource("StatefulSet", "statefulsets")
                .shortNames("sts")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .scale(Scale.standard(object -> Selectors.text(Tree.at(object, "spec", "selector"))))
                .strategy(new StatefulSets())
                .columns(Templates.wide(
                        TableOf.name().text("Ready", Replicas::ready).age(), "spec", "template"))
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        Defaults.text(spec, "podManagementPolicy", "OrderedReady");
        Defaults.number(spec, "replicas", 1);
        Defaults.number(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = Tree.ensure(spec, "updateStrategy");
        if (Tree.text(strategy, "type").isEmpty()) {
            strategy.put("type", "RollingUpdate");
            Tree.ensure(strategy, "rollingUpdate");
        }
        if (Tree.text(strategy, "type").equals("RollingUpdate")) {
            Tree.object(strategy, "rollingUpdate").ifPresent(rolling -> Defaults.number(rolling, "partition", 0));
        }
        ObjectNode retention = Tree.ensure(spec, "persistentVolumeClaimRetentionPolicy");
        Defaults.text(retention, "whenDeleted", "Retain");
        Defaults.text(retention, "whenScaled", "Retain");
        Tree.list(spec, "volumeClaimTemplates").forEach(StatefulSets::completeClaim);
        PodDefaults.template(spec, "template");
    }

    private static void completeClaim(JsonNode claim) {
        if (claim instanceof ObjectNode template) {
            template.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            Defaults.text(Tree.ensure(template, "spec"), "volumeMode", "Filesystem");
            Defaults.text(Tree.ensure(template, "status"), "phase", "Pending");
        }
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.apps.v1.StatefulSetStatus");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        oneOf(spec, "podManagementPolicy", "OrderedReady", "Parallel", "spec.podManagementPolicy", problems);
        JsonNode update = spec.path("updateStrategy");
        updateStrategy(Tree.text(update, "type"), problems);
        if (Tree.text(update, "type").equals("OnDelete") && Tree.has(update, "rollingUpdate")) {
            problems.invalid(
                    "spec.updateStrategy.rollingUpdate",
                    update.path("rollingUpdate").toString(),
                    "only allowed for updateStrategy 'RollingUpdate'");
        }
        Checks.notNegative(update.path("rollingUpdate"), "partition", "spec.updateStrategy.rollingUpdate", problems);
        for (String field : List.of("replicas", "minReadySeconds")) {
            Checks.notNegative(spec, field, "spec", problems);
        }
        TemplateValidation.selector(spec, "statefulset", problems);
        TemplateValidation.validate(withClaims(spec), "StatefulSet", problems);
    }

    private static void updateStrategy(String type, Problems problems) {
        if (Checks.required(type, "spec.updateStrategy", problems)
                && !type.equals("RollingUpdate")
                && !type.equals("OnDelete")) {
            problems.invalid(
                    "spec.updateStrategy",
                    "{\"Type\":%s,\"RollingUpdate\":null}".formatted(quoted(type)),
                    "must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    private static void oneOf(JsonNode node, String field, String one, String other, String path, Problems problems) {
        String value = Tree.text(node, field);
        if (Checks.required(value, path, problems) && !value.equals(one) && !value.equals(other)) {
            problems.invalid(path, quoted(value), "must be '%s' or '%s'".formatted(one, other));
        }
    }

    /// Pods find a volume for each claim beside those of their template.
    private static JsonNode withClaims(JsonNode spec) {
        JsonNode claims = Tree.list(spec, "volumeClaimTemplates");
        if (claims.isEmpty() || !Tree.has(spec, "template", "spec")) {
            return spec;
        }
        ObjectNode copy = spec.deepCopy();
        ObjectNode pod = Tree.ensure(copy, "template", "spec");
        ArrayNode volumes = pod.putArray("volumes");
        for (JsonNode claim : claims) {
            String name = Tree.text(claim, "metadata", "name");
            volumes.addObject()
                    .put("name", name)
                    .putObject("persistentVolumeClaim")
                    .put("claimName", name);
        }
        for (JsonNode volume : Tree.list(spec, "template", "spec", "volumes")) {
            if (volumes.valueStream().noneMatch(other -> other.path("name").equals(volume.path("name")))) {
                volumes.add(volume);
            }
        }
        return copy;
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        ObjectNode spec = object.path("spec").deepCopy();
        ObjectNode before = old.path("spec").deepCopy();
        spec.remove(MUTABLE);
        before.remove(MUTABLE);
        if (!spec.equals(before)) {
            problems.forbidden("spec", FORBIDDEN);
        }
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        TemplateValidation.counts(object.path("status"), problems);
    }
}
