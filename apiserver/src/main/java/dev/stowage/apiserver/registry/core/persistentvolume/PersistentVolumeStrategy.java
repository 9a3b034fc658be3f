package dev.stowage.apiserver.registry.core.persistentvolume;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.validation.DeprecatedNodeLabels;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.NodeSelectorValidation;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class PersistentVolumeStrategy implements ResourceStrategy {

    /// Sources that support the deprecated annotation for mount options.
    private static final List<String> MOUNTED = List.of(
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "nfs",
            "rbd",
            "quobyte",
            "iscsi",
            "cinder",
            "cephfs",
            "azureFile",
            "vsphereVolume",
            "azureDisk",
            "photonPersistentDisk");

    /// A volume plugin that was removed from Kubernetes.
    private record Plugin(String source, String shown, String deprecated, String removed) {}

    private static final List<Plugin> GONE = List.of(
            new Plugin("cephfs", "cephfs", "1.28", "1.31"),
            new Plugin("photonPersistentDisk", "photonPersistentDisk", "1.11", "1.16"),
            new Plugin("scaleIO", "scaleIO", "1.16", "1.22"),
            new Plugin("storageos", "storageOS", "1.22", "1.25"),
            new Plugin("glusterfs", "glusterfs", "1.25", "1.26"),
            new Plugin("rbd", "rbd", "1.28", "1.31"));

    public static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("PersistentVolume", "persistentvolumes")
                .shortNames("pv")
                .cluster()
                .status(StatusStrategy.TAKES_METADATA)
                .selectable(new SelectableField("name", object -> JsonTree.text(object, "metadata", "name")))
                .strategy(new PersistentVolumeStrategy())
                .columns(PersistentVolumeColumns.volumes())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        preset(JsonTree.ensure(object, "status"), "phase", "Pending");
        ObjectNode spec = JsonTree.ensure(object, "spec");
        preset(spec, "persistentVolumeReclaimPolicy", "Retain");
        preset(spec, "volumeMode", "Filesystem");
        JsonTree.object(spec, "hostPath").ifPresent(path -> {
            if (!JsonTree.has(path, "type")) {
                path.put("type", "");
            }
        });
    }

    static void preset(ObjectNode object, String name, String value) {
        if (JsonTree.text(object, name).isEmpty()) {
            object.put(name, value);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        object.putObject("status")
                .put("lastPhaseTransitionTime", second(context.now()))
                .put("phase", "Pending");
    }

    @Override
    public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        ObjectNode status = JsonTree.ensure(object, "status");
        JsonNode before = old.path("status");
        JsonNode then = before.path("lastPhaseTransitionTime");
        boolean unset = !JsonTree.has(status, "lastPhaseTransitionTime");
        if (JsonTree.text(status, "phase").equals(JsonTree.text(before, "phase"))) {
            if (unset && JsonTree.has(then)) {
                status.set("lastPhaseTransitionTime", then);
            }
        } else if (unset || status.get("lastPhaseTransitionTime").equals(then)) {
            status.put("lastPhaseTransitionTime", second(context.now()));
        }
    }

    private static String second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        validate(object, false, fieldErrors);
    }

    private static void validate(ObjectNode object, boolean lenient, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        PersistentVolumeSpecValidation.validate(
                spec, JsonTree.text(object, "metadata", "name"), lenient, "spec", fieldErrors);
        boolean annotated = JsonTree.has(object, "metadata", "annotations", VolumeAnnotations.BETA_MOUNT_OPTIONS);
        if (annotated && MOUNTED.stream().noneMatch(source -> JsonTree.has(spec, source))) {
            fieldErrors.forbidden(
                    "metadata.annotations." + VolumeAnnotations.BETA_MOUNT_OPTIONS,
                    "may not specify mount options for this volume type");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        JsonNode before = old.path("spec");
        validate(
                object,
                NodeSelectorValidation.hasMistakenValue(
                        before.path("nodeAffinity").path("required")),
                fieldErrors);
        source(spec, before, fieldErrors);
        ImmutableFields.validate(spec, before, "volumeMode", "", fieldErrors);
        affinity(spec.path("nodeAffinity"), before.path("nodeAffinity"), fieldErrors);
        if (JsonTree.has(before, "volumeAttributesClassName") && !JsonTree.has(spec, "volumeAttributesClassName")) {
            fieldErrors.forbidden("spec.volumeAttributesClassName", "update from non-nil value to nil is forbidden");
        }
    }

    private static void source(JsonNode spec, JsonNode before, FieldErrors fieldErrors) {
        JsonNode was = VolumeTypeShapes.SOURCE.show(before);
        JsonNode is = VolumeTypeShapes.SOURCE.show(spec);
        // A secret for expansion may be added once, because volumes can be older than the need to expand them.
        if (is.path("CSI") instanceof ObjectNode csi
                && was.path("CSI").isObject()
                && !JsonTree.has(was, "CSI", "ControllerExpandSecretRef")) {
            csi.putNull("ControllerExpandSecretRef");
        }
        if (!is.equals(was)) {
            fieldErrors.forbidden(
                    "spec.persistentvolumesource",
                    "spec.persistentvolumesource is immutable after creation\n" + ValueDiff.difference(was, is));
        }
    }

    private static void affinity(JsonNode now, JsonNode before, FieldErrors fieldErrors) {
        if (before.isObject() && !DeprecatedNodeLabels.same(now, before)) {
            fieldErrors.invalid(
                    "nodeAffinity",
                    ValueDiff.value(VolumeTypeShapes.AFFINITY.show(now)),
                    "field is immutable, except for updating from beta label to GA");
        }
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> warnings = new ArrayList<>();
        Map<String, String> annotations = JsonTree.texts(object, "metadata", "annotations");
        if (annotations.containsKey(VolumeAnnotations.BETA_STORAGE_CLASS)) {
            warnings.add(classWarning());
        }
        if (annotations.containsKey(VolumeAnnotations.BETA_MOUNT_OPTIONS)) {
            warnings.add("metadata.annotations[%s]: deprecated since v1.31; use \"mountOptions\" attribute instead"
                    .formatted(VolumeAnnotations.BETA_MOUNT_OPTIONS));
        }
        JsonNode spec = object.path("spec");
        if (JsonTree.text(spec, "persistentVolumeReclaimPolicy").equals("Recycle")) {
            warnings.add("spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the"
                    + " recommended approach is to use dynamic provisioning.");
        }
        warnings.addAll(DeprecatedNodeLabels.warnings(
                spec.path("nodeAffinity").path("required"), "spec.nodeAffinity.required"));
        for (Plugin plugin : GONE) {
            if (JsonTree.has(spec, plugin.source())) {
                warnings.add("spec.%s: deprecated in v%s, non-functional in v%s+"
                        .formatted(plugin.shown(), plugin.deprecated(), plugin.removed()));
            }
        }
        return warnings;
    }

    static String classWarning() {
        return "metadata.annotations[%s]: deprecated since v1.8; use \"storageClassName\" attribute instead"
                .formatted(VolumeAnnotations.BETA_STORAGE_CLASS);
    }
}
