package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.core.PersistentVolumeClaimSpecs.Leniency;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.validation.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class PersistentVolumeClaims implements Strategy {
    private static final List<String> RESIZE_STATES = List.of(
            "ControllerResizeInProgress",
            "ControllerResizeInfeasible",
            "NodeResizeInProgress",
            "NodeResizeInfeasible",
            "NodeResizePending");

    static Resource resource(Group group) {
        return group.resource("PersistentVolumeClaim", "persistentvolumeclaims")
                .shortNames("pvc")
                .status(StatusRule.TAKES_METADATA)
                .selectable(new SelectableField("name", object -> Tree.text(object, "metadata", "name")))
                .strategy(new PersistentVolumeClaims())
                .columns(PersistentVolumeColumns.claims())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        PersistentVolumes.preset(Tree.ensure(object, "status"), "phase", "Pending");
        PersistentVolumes.preset(Tree.ensure(object, "spec"), "volumeMode", "Filesystem");
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        object.putObject("status").put("phase", "Pending");
        PersistentVolumeClaimDataSources.settle(Tree.ensure(object, "spec"), null, around);
    }

    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) {
        PersistentVolumeClaimDataSources.settle(Tree.ensure(object, "spec"), old.path("spec"), around);
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        PersistentVolumeClaimSpecs.validate(object.path("spec"), "spec", problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        Leniency leniency = Leniency.of(old.path("spec"));
        PersistentVolumeClaimSpecs.validate(object.path("spec"), leniency, "spec", problems);
        PersistentVolumeClaimUpdates.validate(object, old, problems);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        if (Tree.list(object, "spec", "accessModes").isEmpty()) {
            problems.required("Spec.accessModes", "");
        }
        JsonNode status = object.path("status");
        for (Map.Entry<String, JsonNode> resource : status.path("capacity").properties()) {
            PersistentVolumeSpecs.basicQuantity(
                    resource.getValue(), "status.capacity[" + resource.getKey() + "]", problems);
        }
        for (Map.Entry<String, String> resource :
                Tree.texts(status, "allocatedResourceStatuses").entrySet()) {
            resourceKey(resource.getKey(), "status.allocatedResourceStatuses", problems);
            if (!RESIZE_STATES.contains(resource.getValue())) {
                problems.notSupported("status.allocatedResourceStatuses", quoted(resource.getKey()), RESIZE_STATES);
            }
        }
        for (Map.Entry<String, JsonNode> resource :
                status.path("allocatedResources").properties()) {
            String field = "status.allocatedResources";
            if (resourceKey(resource.getKey(), field, problems)) {
                PersistentVolumeSpecs.basicQuantity(
                        resource.getValue(), field + "[" + resource.getKey() + "]", problems);
            }
        }
    }

    /// Whether it was all right.
    private static boolean resourceKey(String key, String field, Problems problems) {
        List<String> mistakes = Names.qualified(key);
        mistakes.forEach(mistake -> problems.invalid(field, quoted(key), mistake));
        boolean own = !key.contains("/") || key.contains("kubernetes.io/");
        if (mistakes.isEmpty() && own && !key.equals("storage")) {
            problems.notSupported(field, quoted(key), List.of("storage"));
            return false;
        }
        return mistakes.isEmpty();
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> warnings = new ArrayList<>();
        if (Tree.has(object, "metadata", "annotations", PersistentVolumes.BETA_CLASS)) {
            warnings.add(PersistentVolumes.classWarning());
        }
        warnings.addAll(PersistentVolumeClaimSpecs.warnings(object.path("spec"), "spec"));
        return warnings;
    }
}
