package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A PersistentVolume.
///
/// @param csi what the driver knows it by; null for a volume of another kind
/// @param inTree the source of a volume from the time before CSI, as it was written, for translation; null for others
/// @param nodeTerms where it can be used: one of these has to match; empty for everywhere
public record Volume(
        Meta meta,
        Quantity capacity,
        List<String> accessModes,
        String reclaimPolicy,
        String storageClass,
        String volumeMode,
        List<String> mountOptions,
        @Nullable ObjectRef claim,
        @Nullable CsiSource csi,
        @Nullable InTreeSource inTree,
        List<NodeTerm> nodeTerms,
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
            @Nullable SecretRef controllerPublishSecret,
            @Nullable SecretRef nodeStageSecret,
            @Nullable SecretRef nodePublishSecret,
            @Nullable SecretRef controllerExpandSecret,
            @Nullable SecretRef nodeExpandSecret) {

        public static CsiSource read(JsonNode csi) {
            return new CsiSource(
                    Fields.shared(csi, "driver"),
                    Fields.text(csi, "volumeHandle"),
                    csi.path("readOnly").asBoolean(),
                    Fields.shared(csi, "fsType"),
                    Fields.map(csi.path("volumeAttributes")),
                    SecretRef.read(csi.path("controllerPublishSecretRef")),
                    SecretRef.read(csi.path("nodeStageSecretRef")),
                    SecretRef.read(csi.path("nodePublishSecretRef")),
                    SecretRef.read(csi.path("controllerExpandSecretRef")),
                    SecretRef.read(csi.path("nodeExpandSecretRef")));
        }
    }

    /// All of its requirements must hold.
    public record NodeTerm(List<LabelSelector.Requirement> labels, List<LabelSelector.Requirement> fields) {

        static NodeTerm read(JsonNode term) {
            return new NodeTerm(
                    Fields.list(term.path("matchExpressions"), LabelSelector.Requirement::read),
                    Fields.list(term.path("matchFields"), LabelSelector.Requirement::read));
        }

        /// A term that asks for nothing matches nothing, as the scheduler has it.
        public boolean matches(Meta node) {
            return !(labels.isEmpty() && fields.isEmpty())
                    && labels.stream().allMatch(label -> label.matches(node.labels()))
                    && fields.stream().allMatch(field -> field.matches(Map.of("metadata.name", node.name())));
        }
    }

    public static Volume read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode csi = spec.path("csi");
        return new Volume(
                Meta.read(object),
                Quantity.read(spec.path("capacity").path("storage")),
                Fields.texts(spec.path("accessModes")),
                Fields.share(spec.path("persistentVolumeReclaimPolicy").asText("Retain")),
                Fields.shared(spec, "storageClassName"),
                Fields.share(spec.path("volumeMode").asText("Filesystem")),
                Fields.texts(spec.path("mountOptions")),
                ObjectRef.read(spec.path("claimRef")),
                csi.isObject() ? CsiSource.read(csi) : null,
                InTree.of(spec),
                Fields.list(spec.path("nodeAffinity").path("required").path("nodeSelectorTerms"), NodeTerm::read),
                Fields.textOrNull(spec, "volumeAttributesClassName"),
                Fields.shared(object.path("status"), "phase"));
    }

    public boolean isOf(String driver) {
        return csi != null && csi.driver().equals(driver);
    }

    /// The class by the field or, for old volumes, by the annotation; empty when there is neither.
    public String effectiveClass() {
        String annotated = meta.annotations().get("volume.beta.kubernetes.io/storage-class");
        return annotated != null ? annotated : storageClass;
    }

    public boolean isUsableOn(Meta node) {
        return nodeTerms.isEmpty() || nodeTerms.stream().anyMatch(term -> term.matches(node));
    }

    /// A volume that can be used everywhere is no node's: each would think that it is its own.
    public boolean isOnlyOn(Meta node) {
        return !nodeTerms.isEmpty() && isUsableOn(node);
    }

    public ObjectRef reference() {
        return new ObjectRef("v1", "PersistentVolume", "", meta.name(), meta.uid(), meta.version());
    }
}
