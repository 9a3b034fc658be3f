package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import dev.stowage.k8s.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A PersistentVolume.
///
/// @param csi what the driver knows it by; null for a volume of another kind
/// @param inTree the source of a volume from the time before CSI, as it was written, for translation; null for others
/// @param nodeTerms where it can be used: one of these has to match; empty for everywhere
public record PersistentVolume(
        ObjectMeta meta,
        Quantity capacity,
        List<String> accessModes,
        String reclaimPolicy,
        String storageClass,
        String volumeMode,
        List<String> mountOptions,
        @Nullable ObjectReference claim,
        @Nullable CsiSource csi,
        @Nullable InTreeSource inTree,
        List<NodeSelectorTerm> nodeTerms,
        @Nullable String attributesClass,
        String phase)
        implements KubeObject {

    /// @param type the field it stood under, for example `awsElasticBlockStore`
    public record InTreeSource(String type, JsonNode source) {}

    /// @param driver the driver's name
    /// @param handle the volume's id
    public record CsiSource(
            String driver,
            String handle,
            boolean readOnly,
            String fsType,
            Map<String, String> attributes,
            @Nullable SecretReference controllerPublishSecret,
            @Nullable SecretReference nodeStageSecret,
            @Nullable SecretReference nodePublishSecret,
            @Nullable SecretReference controllerExpandSecret,
            @Nullable SecretReference nodeExpandSecret) {

        public static CsiSource read(JsonNode csi) {
            return new CsiSource(
                    JsonFields.shared(csi, "driver"),
                    JsonFields.text(csi, "volumeHandle"),
                    csi.path("readOnly").asBoolean(),
                    JsonFields.shared(csi, "fsType"),
                    JsonFields.map(csi.path("volumeAttributes")),
                    SecretReference.read(csi.path("controllerPublishSecretRef")),
                    SecretReference.read(csi.path("nodeStageSecretRef")),
                    SecretReference.read(csi.path("nodePublishSecretRef")),
                    SecretReference.read(csi.path("controllerExpandSecretRef")),
                    SecretReference.read(csi.path("nodeExpandSecretRef")));
        }
    }

    /// All of its requirements must hold.
    public record NodeSelectorTerm(List<LabelSelector.Requirement> labels, List<LabelSelector.Requirement> fields) {

        static NodeSelectorTerm read(JsonNode term) {
            return new NodeSelectorTerm(
                    JsonFields.list(term.path("matchExpressions"), LabelSelector.Requirement::read),
                    JsonFields.list(term.path("matchFields"), LabelSelector.Requirement::read));
        }

        /// A term that asks for nothing matches nothing, as the scheduler has it.
        public boolean matches(ObjectMeta node) {
            return !(labels.isEmpty() && fields.isEmpty())
                    && labels.stream().allMatch(label -> label.matches(node.labels()))
                    && fields.stream().allMatch(field -> field.matches(Map.of("metadata.name", node.name())));
        }
    }

    public static PersistentVolume read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode csi = spec.path("csi");
        return new PersistentVolume(
                ObjectMeta.read(object),
                Quantity.read(spec.path("capacity").path("storage")),
                JsonFields.texts(spec.path("accessModes")),
                JsonFields.share(spec.path("persistentVolumeReclaimPolicy").asText("Retain")),
                JsonFields.shared(spec, "storageClassName"),
                JsonFields.share(spec.path("volumeMode").asText("Filesystem")),
                JsonFields.texts(spec.path("mountOptions")),
                ObjectReference.read(spec.path("claimRef")),
                csi.isObject() ? CsiSource.read(csi) : null,
                InTreeSources.of(spec),
                JsonFields.list(
                        spec.path("nodeAffinity").path("required").path("nodeSelectorTerms"), NodeSelectorTerm::read),
                JsonFields.textOrNull(spec, "volumeAttributesClassName"),
                JsonFields.shared(object.path("status"), "phase"));
    }

    public boolean isOf(String driver) {
        return csi != null && csi.driver().equals(driver);
    }

    /// The class by the field or, for old volumes, by the annotation; empty when there is neither.
    public String effectiveClass() {
        String annotated = meta.annotations().get("volume.beta.kubernetes.io/storage-class");
        return annotated != null ? annotated : storageClass;
    }

    public boolean isUsableOn(ObjectMeta node) {
        return nodeTerms.isEmpty() || nodeTerms.stream().anyMatch(term -> term.matches(node));
    }

    /// A volume that can be used everywhere is no node's: each would think that it is its own.
    public boolean isOnlyOn(ObjectMeta node) {
        return !nodeTerms.isEmpty() && isUsableOn(node);
    }

    public ObjectReference reference() {
        return new ObjectReference("v1", "PersistentVolume", "", meta.name(), meta.uid(), meta.resourceVersion());
    }
}
