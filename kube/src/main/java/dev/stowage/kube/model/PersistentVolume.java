package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A PersistentVolume.
///
/// @param csi the CSI source; null for other volumes
/// @param inTree the in-tree source as it was written, for translation; null for other volumes
/// @param nodeSource the source that a node mounts without a driver: hostPath, local or nfs; null for other
///     volumes
/// @param nodeTerms the node affinity: one of the terms must match; empty for every node
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
        @Nullable InTreeSource nodeSource,
        List<NodeSelectorTerm> nodeTerms,
        @Nullable String attributesClass,
        String phase)
        implements KubeObject {

    /// @param type the field of the source, for example `awsElasticBlockStore`
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
    public record NodeSelectorTerm(List<LabelRequirement> labels, List<LabelRequirement> fields) {

        static NodeSelectorTerm read(JsonNode term) {
            return new NodeSelectorTerm(
                    JsonFields.list(term.path("matchExpressions"), LabelRequirement::read),
                    JsonFields.list(term.path("matchFields"), LabelRequirement::read));
        }

        /// An empty term matches nothing, as in the scheduler.
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
                InTreeSources.withoutDriver(spec),
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
        String annotated = meta.annotations().get(VolumeAnnotations.BETA_STORAGE_CLASS);
        return annotated != null ? annotated : storageClass;
    }

    public boolean isUsableOn(ObjectMeta node) {
        return nodeTerms.isEmpty() || nodeTerms.stream().anyMatch(term -> term.matches(node));
    }

    /// A volume that can be used everywhere belongs to no single node.
    public boolean isOnlyOn(ObjectMeta node) {
        return !nodeTerms.isEmpty() && isUsableOn(node);
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.PERSISTENT_VOLUMES, meta);
    }
}
