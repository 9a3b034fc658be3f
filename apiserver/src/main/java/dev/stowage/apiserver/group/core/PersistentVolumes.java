package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.NodeLabels;
import dev.stowage.apiserver.validation.NodeSelectors;
import dev.stowage.apiserver.validation.Shown;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class PersistentVolumes implements Strategy {
    static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final String MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";

    /// Sources that the old annotation for mount options is good for.
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

    /// A kind of source that nothing serves any more.
    private record Plugin(String source, String shown, String deprecated, String removed) {}

    private static final List<Plugin> GONE = List.of(
            new Plugin("cephfs", "cephfs", "1.28", "1.31"),
            new Plugin("photonPersistentDisk", "photonPersistentDisk", "1.11", "1.16"),
            new Plugin("scaleIO", "scaleIO", "1.16", "1.22"),
            new Plugin("storageos", "storageOS", "1.22", "1.25"),
            new Plugin("glusterfs", "glusterfs", "1.25", "1.26"),
            new Plugin("rbd", "rbd", "1.28", "1.31"));

    static Resource resource(Group group) {
        return group.resource("PersistentVolume", "persistentvolumes")
                .shortNames("pv")
                .cluster()
                .status(StatusRule.TAKES_METADATA)
                .selectable(new SelectableField("name", object -> Tree.text(object, "metadata", "name")))
                .strategy(new PersistentVolumes())
                .columns(PersistentVolumeColumns.volumes())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        preset(Tree.ensure(object, "status"), "phase", "Pending");
        ObjectNode spec = Tree.ensure(object, "spec");
        preset(spec, "persistentVolumeReclaimPolicy", "Retain");
        preset(spec, "volumeMode", "Filesystem");
        Tree.object(spec, "hostPath").ifPresent(path -> {
            if (!Tree.has(path, "type")) {
                path.put("type", "");
            }
        });
    }

    static void preset(ObjectNode object, String name, String value) {
        if (Tree.text(object, name).isEmpty()) {
            object.put(name, value);
        }
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        object.putObject("status")
                .put("lastPhaseTransitionTime", second(around.now()))
                .put("phase", "Pending");
    }

    @Override
    public void updatingStatus(ObjectNode object, ObjectNode old, Surroundings around) {
        ObjectNode status = Tree.ensure(object, "status");
        JsonNode before = old.path("status");
        JsonNode then = before.path("lastPhaseTransitionTime");
        boolean unset = !Tree.has(status, "lastPhaseTransitionTime");
        if (Tree.text(status, "phase").equals(Tree.text(before, "phase"))) {
            if (unset && Tree.has(then)) {
                status.set("lastPhaseTransitionTime", then);
            }
        } else if (unset || status.get("lastPhaseTransitionTime").equals(then)) {
            status.put("lastPhaseTransitionTime", second(around.now()));
        }
    }

    private static String second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        validate(object, false, problems);
    }

    private static void validate(ObjectNode object, boolean lenient, Problems problems) {
        JsonNode spec = object.path("spec");
        PersistentVolumeSpecs.validate(spec, Tree.text(object, "metadata", "name"), lenient, "spec", problems);
        boolean annotated = Tree.has(object, "metadata", "annotations", MOUNT_OPTIONS);
        if (annotated && MOUNTED.stream().noneMatch(source -> Tree.has(spec, source))) {
            problems.forbidden(
                    "metadata.annotations." + MOUNT_OPTIONS, "may not specify mount options for this volume type");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        JsonNode spec = object.path("spec");
        JsonNode before = old.path("spec");
        validate(
                object,
                NodeSelectors.hasMistakenValue(before.path("nodeAffinity").path("required")),
                problems);
        source(spec, before, problems);
        Immutable.validate(spec, before, "volumeMode", "", problems);
        affinity(spec.path("nodeAffinity"), before.path("nodeAffinity"), problems);
        if (Tree.has(before, "volumeAttributesClassName") && !Tree.has(spec, "volumeAttributesClassName")) {
            problems.forbidden("spec.volumeAttributesClassName", "update from non-nil value to nil is forbidden");
        }
    }

    private static void source(JsonNode spec, JsonNode before, Problems problems) {
        JsonNode was = PersistentVolumeShapes.SOURCE.show(before);
        JsonNode is = PersistentVolumeShapes.SOURCE.show(spec);
        // A secret for growing may be given once, because volumes are older than the wish to grow them.
        if (is.path("CSI") instanceof ObjectNode csi
                && was.path("CSI").isObject()
                && !Tree.has(was, "CSI", "ControllerExpandSecretRef")) {
            csi.putNull("ControllerExpandSecretRef");
        }
        if (!is.equals(was)) {
            problems.forbidden(
                    "spec.persistentvolumesource",
                    "spec.persistentvolumesource is immutable after creation\n" + Shown.difference(was, is));
        }
    }

    private static void affinity(JsonNode now, JsonNode before, Problems problems) {
        if (before.isObject() && !NodeLabels.same(now, before)) {
            problems.invalid(
                    "nodeAffinity",
                    Shown.value(PersistentVolumeShapes.AFFINITY.show(now)),
                    "field is immutable, except for updating from beta label to GA");
        }
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> warnings = new ArrayList<>();
        Map<String, String> annotations = Tree.texts(object, "metadata", "annotations");
        if (annotations.containsKey(BETA_CLASS)) {
            warnings.add(classWarning());
        }
        if (annotations.containsKey(MOUNT_OPTIONS)) {
            warnings.add("metadata.annotations[%s]: deprecated since v1.31; use \"mountOptions\" attribute instead"
                    .formatted(MOUNT_OPTIONS));
        }
        JsonNode spec = object.path("spec");
        if (Tree.text(spec, "persistentVolumeReclaimPolicy").equals("Recycle")) {
            warnings.add("spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the"
                    + " recommended approach is to use dynamic provisioning.");
        }
        warnings.addAll(NodeLabels.warnings(spec.path("nodeAffinity").path("required"), "spec.nodeAffinity.required"));
        for (Plugin plugin : GONE) {
            if (Tree.has(spec, plugin.source())) {
                warnings.add("spec.%s: deprecated in v%s, non-functional in v%s+"
                        .formatted(plugin.shown(), plugin.deprecated(), plugin.removed()));
            }
        }
        return warnings;
    }

    static String classWarning() {
        return "metadata.annotations[%s]: deprecated since v1.8; use \"storageClassName\" attribute instead"
                .formatted(BETA_CLASS);
    }
}
