package dev.stowage.apiserver.registry.core.persistentvolume;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.core.persistentvolume.ClaimSpecValidation.Leniency;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.k8s.names.ClaimResizeStatus;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.k8s.validation.NameValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class PersistentVolumeClaimStrategy implements ResourceStrategy {
    private static final List<String> RESIZE_STATES = List.of(
            ClaimResizeStatus.CONTROLLER_RESIZE_IN_PROGRESS,
            ClaimResizeStatus.CONTROLLER_RESIZE_INFEASIBLE,
            ClaimResizeStatus.NODE_RESIZE_IN_PROGRESS,
            ClaimResizeStatus.NODE_RESIZE_INFEASIBLE,
            ClaimResizeStatus.NODE_RESIZE_PENDING);

    public static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("PersistentVolumeClaim", "persistentvolumeclaims")
                .shortNames("pvc")
                .status(StatusStrategy.TAKES_METADATA)
                .selectable(new SelectableField("name", object -> JsonTree.text(object, "metadata", "name")))
                .strategy(new PersistentVolumeClaimStrategy())
                .columns(PersistentVolumeColumns.claims())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        PersistentVolumeStrategy.preset(JsonTree.ensure(object, "status"), "phase", "Pending");
        PersistentVolumeStrategy.preset(JsonTree.ensure(object, "spec"), "volumeMode", "Filesystem");
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        object.putObject("status").put("phase", "Pending");
        ClaimDataSourceValidation.settle(JsonTree.ensure(object, "spec"), null, context);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        ClaimDataSourceValidation.settle(JsonTree.ensure(object, "spec"), old.path("spec"), context);
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        ClaimSpecValidation.validate(object.path("spec"), "spec", fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        Leniency leniency = Leniency.of(old.path("spec"));
        ClaimSpecValidation.validate(object.path("spec"), leniency, "spec", fieldErrors);
        ClaimUpdateValidation.validate(object, old, fieldErrors);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        if (JsonTree.list(object, "spec", "accessModes").isEmpty()) {
            fieldErrors.required("Spec.accessModes", "");
        }
        JsonNode status = object.path("status");
        for (Map.Entry<String, JsonNode> resource : status.path("capacity").properties()) {
            PersistentVolumeSpecValidation.basicQuantity(
                    resource.getValue(), "status.capacity[" + resource.getKey() + "]", fieldErrors);
        }
        for (Map.Entry<String, String> resource :
                JsonTree.texts(status, "allocatedResourceStatuses").entrySet()) {
            resourceKey(resource.getKey(), "status.allocatedResourceStatuses", fieldErrors);
            if (!RESIZE_STATES.contains(resource.getValue())) {
                fieldErrors.notSupported("status.allocatedResourceStatuses", quoted(resource.getKey()), RESIZE_STATES);
            }
        }
        for (Map.Entry<String, JsonNode> resource :
                status.path("allocatedResources").properties()) {
            String field = "status.allocatedResources";
            if (resourceKey(resource.getKey(), field, fieldErrors)) {
                PersistentVolumeSpecValidation.basicQuantity(
                        resource.getValue(), field + "[" + resource.getKey() + "]", fieldErrors);
            }
        }
    }

    /// Whether the key is valid.
    private static boolean resourceKey(String key, String field, FieldErrors fieldErrors) {
        List<String> violations = NameValidation.qualified(key);
        violations.forEach(violation -> fieldErrors.invalid(field, quoted(key), violation));
        boolean own = !key.contains("/") || key.contains("kubernetes.io/");
        if (violations.isEmpty() && own && !key.equals("storage")) {
            fieldErrors.notSupported(field, quoted(key), List.of("storage"));
            return false;
        }
        return violations.isEmpty();
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> warnings = new ArrayList<>();
        if (JsonTree.has(object, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS)) {
            warnings.add(PersistentVolumeStrategy.classWarning());
        }
        warnings.addAll(ClaimSpecValidation.warnings(object.path("spec"), "spec"));
        return warnings;
    }
}
