package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.k8s.LabelSelector;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.request.CreateVolumeTemplate;
import dev.stowage.sidecar.provisioner.request.CreatedVolumeCheck;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import dev.stowage.sidecar.provisioner.request.VolumeSecretRefs;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The volume object for a volume that the driver made.
final class PersistentVolumeObject {

    private PersistentVolumeObject() {}

    /// @param asked the request as it was sent
    /// @param affinity the nodes it can be used from; empty for all
    static ObjectNode of(
            ProvisioningSettings provisioningSettings,
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            CreateVolumeTemplate planned,
            CreateVolumeRequest asked,
            Volume made,
            List<NodeSelectorTerm> affinity) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", asked.getName());
        annotate(meta.putObject("annotations"), storageClass, planned.secrets());
        meta.putArray("finalizers").add(ProvisionerAnnotations.VOLUME_FINALIZER);

        ObjectNode spec = object.putObject("spec");
        spec.putObject("capacity")
                .put(
                        "storage",
                        Quantity.ofBytes(CreatedVolumeCheck.capacity(asked, made))
                                .text());
        claim.accessModes().forEach(spec.putArray("accessModes")::add);
        if (!storageClass.mountOptions().isEmpty()) {
            storageClass.mountOptions().forEach(spec.putArray("mountOptions")::add);
        }
        spec.put("persistentVolumeReclaimPolicy", storageClass.reclaimPolicy());
        spec.put("storageClassName", ClaimDecision.className(claim));
        spec.put("volumeMode", claim.volumeMode());
        if (provisioningSettings.attributesClasses()
                && claim.attributesClass() != null
                && !claim.attributesClass().isEmpty()) {
            spec.put("volumeAttributesClassName", claim.attributesClass());
        }
        claim.reference().writeTo(spec.putObject("claimRef"));
        source(spec.putObject("csi"), provisioningSettings, claim, planned, asked, made);
        if (!affinity.isEmpty()) {
            ArrayNode places =
                    spec.putObject("nodeAffinity").putObject("required").putArray("nodeSelectorTerms");
            affinity.forEach(term -> write(term, places.addObject()));
        }
        return object;
    }

    private static void annotate(ObjectNode annotations, StorageClass storageClass, VolumeSecretRefs secrets) {
        annotations.put(ProvisionerAnnotations.PROVISIONED_BY, storageClass.provisioner());
        SecretReference deletion = secrets.provisioner();
        // Empty says that none is needed; absent would say that the class has to be asked.
        annotations.put(ProvisionerAnnotations.DELETION_SECRET_NAME, deletion == null ? "" : deletion.name());
        annotations.put(ProvisionerAnnotations.DELETION_SECRET_NAMESPACE, deletion == null ? "" : deletion.namespace());
        SecretReference modify = secrets.controllerModify();
        if (modify != null) {
            annotations.put(ProvisionerAnnotations.MODIFY_SECRET_NAME, modify.name());
            annotations.put(ProvisionerAnnotations.MODIFY_SECRET_NAMESPACE, modify.namespace());
        }
    }

    private static void source(
            ObjectNode csi,
            ProvisioningSettings provisioningSettings,
            PersistentVolumeClaim claim,
            CreateVolumeTemplate planned,
            CreateVolumeRequest asked,
            Volume made) {
        csi.put("driver", provisioningSettings.driver()).put("volumeHandle", made.getVolumeId());
        if (isReadOnly(provisioningSettings, asked)) {
            csi.put("readOnly", true);
        }
        if (!claim.isBlock() && !planned.fsType().isEmpty()) {
            csi.put("fsType", planned.fsType());
        }
        Map<String, String> attributes = new TreeMap<>();
        attributes.put(ProvisionerAnnotations.IDENTITY, provisioningSettings.identity());
        attributes.putAll(made.getVolumeContextMap());
        attributes.forEach(csi.putObject("volumeAttributes")::put);
        VolumeSecretRefs secrets = planned.secrets();
        put(csi, "controllerPublishSecretRef", secrets.controllerPublish());
        put(csi, "nodeStageSecretRef", secrets.nodeStage());
        put(csi, "nodePublishSecretRef", secrets.nodePublish());
        put(csi, "controllerExpandSecretRef", secrets.controllerExpand());
        put(csi, "nodeExpandSecretRef", secrets.nodeExpand());
    }

    private static boolean isReadOnly(ProvisioningSettings provisioningSettings, CreateVolumeRequest asked) {
        return provisioningSettings.readOnlyPublish()
                && asked.getVolumeCapabilitiesCount() == 1
                && asked.getVolumeCapabilities(0).getAccessMode().getMode() == AccessMode.Mode.MULTI_NODE_READER_ONLY;
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

    private static void write(LabelSelector.Requirement requirement, ObjectNode node) {
        node.put("key", requirement.key()).put("operator", requirement.operator());
        if (!requirement.values().isEmpty()) {
            requirement.values().forEach(node.putArray("values")::add);
        }
    }
}
