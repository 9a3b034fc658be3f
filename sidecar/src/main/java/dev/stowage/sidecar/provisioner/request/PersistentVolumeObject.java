package dev.stowage.sidecar.provisioner.request;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The PersistentVolume for a volume that the driver created.
public final class PersistentVolumeObject {

    private PersistentVolumeObject() {}

    /// @param request as it was sent
    /// @param affinity the nodes that can use it; empty for all
    public static ObjectNode of(
            ProvisioningSettings settings,
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            CreateVolumeTemplate template,
            CreateVolumeRequest request,
            Volume created,
            List<NodeSelectorTerm> affinity) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", request.getName());
        annotate(meta.putObject("annotations"), storageClass, template.secrets());
        meta.putArray("finalizers").add(StorageFinalizers.EXTERNAL_PROVISIONER);

        ObjectNode spec = object.putObject("spec");
        spec.putObject("capacity")
                .put(
                        "storage",
                        Quantity.ofBytes(CreatedVolumeCheck.capacity(request, created))
                                .text());
        claim.accessModes().forEach(spec.putArray("accessModes")::add);
        if (!storageClass.mountOptions().isEmpty()) {
            storageClass.mountOptions().forEach(spec.putArray("mountOptions")::add);
        }
        spec.put("persistentVolumeReclaimPolicy", storageClass.reclaimPolicy());
        spec.put("storageClassName", Objects.requireNonNullElse(claim.effectiveClass(), ""));
        spec.put("volumeMode", claim.volumeMode());
        if (settings.attributesClasses()
                && claim.attributesClass() != null
                && !claim.attributesClass().isEmpty()) {
            spec.put("volumeAttributesClassName", claim.attributesClass());
        }
        claim.reference().writeTo(spec.putObject("claimRef"));
        source(spec.putObject("csi"), settings, claim, template, request, created);
        if (!affinity.isEmpty()) {
            ArrayNode places =
                    spec.putObject("nodeAffinity").putObject("required").putArray("nodeSelectorTerms");
            affinity.forEach(term -> write(term, places.addObject()));
        }
        return object;
    }

    private static void annotate(ObjectNode annotations, StorageClass storageClass, VolumeSecretRefs secrets) {
        annotations.put(VolumeAnnotations.PROVISIONED_BY, storageClass.provisioner());
        SecretReference deletion = secrets.provisioner();
        // Empty means that none is needed; absent would mean that the class decides.
        annotations.put(VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAME, deletion == null ? "" : deletion.name());
        annotations.put(
                VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAMESPACE, deletion == null ? "" : deletion.namespace());
        SecretReference modify = secrets.controllerModify();
        if (modify != null) {
            annotations.put(VolumeAnnotations.CONTROLLER_MODIFY_SECRET_NAME, modify.name());
            annotations.put(VolumeAnnotations.CONTROLLER_MODIFY_SECRET_NAMESPACE, modify.namespace());
        }
    }

    private static void source(
            ObjectNode csi,
            ProvisioningSettings settings,
            PersistentVolumeClaim claim,
            CreateVolumeTemplate template,
            CreateVolumeRequest request,
            Volume created) {
        csi.put("driver", settings.driver()).put("volumeHandle", created.getVolumeId());
        if (isReadOnly(settings, request)) {
            csi.put("readOnly", true);
        }
        if (!claim.isBlock() && !template.fsType().isEmpty()) {
            csi.put("fsType", template.fsType());
        }
        Map<String, String> attributes = new TreeMap<>();
        attributes.put(CsiKeys.PROVISIONER_IDENTITY, settings.identity());
        attributes.putAll(created.getVolumeContextMap());
        attributes.forEach(csi.putObject("volumeAttributes")::put);
        VolumeSecretRefs secrets = template.secrets();
        put(csi, "controllerPublishSecretRef", secrets.controllerPublish());
        put(csi, "nodeStageSecretRef", secrets.nodeStage());
        put(csi, "nodePublishSecretRef", secrets.nodePublish());
        put(csi, "controllerExpandSecretRef", secrets.controllerExpand());
        put(csi, "nodeExpandSecretRef", secrets.nodeExpand());
    }

    private static boolean isReadOnly(ProvisioningSettings settings, CreateVolumeRequest request) {
        return settings.readOnlyPublish()
                && request.getVolumeCapabilitiesCount() == 1
                && request.getVolumeCapabilities(0).getAccessMode().getMode() == AccessMode.Mode.MULTI_NODE_READER_ONLY;
    }

    private static void put(ObjectNode csi, String field, @Nullable SecretReference secret) {
        if (secret != null) {
            csi.putObject(field).put("name", secret.name()).put("namespace", secret.namespace());
        }
    }

    private static void write(NodeSelectorTerm term, ObjectNode node) {
        if (!term.labels().isEmpty()) {
            ArrayNode labels = node.putArray("matchExpressions");
            term.labels().forEach(label -> write(label, labels.addObject()));
        }
        if (!term.fields().isEmpty()) {
            ArrayNode fields = node.putArray("matchFields");
            term.fields().forEach(field -> write(field, fields.addObject()));
        }
    }

    private static void write(LabelRequirement requirement, ObjectNode node) {
        node.put("key", requirement.key())
                .put("operator", requirement.operator().toString());
        if (!requirement.values().isEmpty()) {
            requirement.values().forEach(node.putArray("values")::add);
        }
    }
}
