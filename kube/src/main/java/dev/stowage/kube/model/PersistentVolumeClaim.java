package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A PersistentVolumeClaim.
///
/// @param storageClass null when the field is absent, which is not the same as empty
/// @param request the requested bytes
/// @param volumeName empty until it is bound
/// @param dataSourceRef also read from the older field `dataSource`; with the namespace if it has one
public record PersistentVolumeClaim(
        ObjectMeta meta,
        List<String> accessModes,
        @Nullable String storageClass,
        String volumeMode,
        Quantity request,
        String volumeName,
        @Nullable LabelSelector selector,
        @Nullable DataSource dataSource,
        @Nullable DataSource dataSourceRef,
        @Nullable String attributesClass,
        PersistentVolumeClaimStatus status)
        implements KubeObject {

    /// The data source of a claim.
    public record DataSource(String apiGroup, String kind, String namespace, String name) {

        static @Nullable DataSource read(JsonNode node) {
            return node.isObject()
                    ? new DataSource(
                            JsonFields.shared(node, "apiGroup"),
                            JsonFields.shared(node, "kind"),
                            JsonFields.shared(node, "namespace"),
                            JsonFields.text(node, "name"))
                    : null;
        }
    }

    public static PersistentVolumeClaim read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new PersistentVolumeClaim(
                ObjectMeta.read(object),
                JsonFields.texts(spec.path("accessModes")),
                JsonFields.textOrNull(spec, "storageClassName"),
                JsonFields.share(spec.path("volumeMode").asText("Filesystem")),
                Quantity.read(spec.path("resources").path("requests").path("storage")),
                JsonFields.text(spec, "volumeName"),
                LabelSelector.read(spec.path("selector")),
                DataSource.read(spec.path("dataSource")),
                DataSource.read(spec.path("dataSourceRef")),
                JsonFields.textOrNull(spec, "volumeAttributesClassName"),
                PersistentVolumeClaimStatus.read(object.path("status")));
    }

    public boolean isBlock() {
        return volumeMode.equals("Block");
    }

    /// The class by the field or, for old claims, by the annotation. Null when there is neither.
    public @Nullable String effectiveClass() {
        String annotated = meta.annotations().get(VolumeAnnotations.BETA_STORAGE_CLASS);
        return annotated != null ? annotated : storageClass;
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.PERSISTENT_VOLUME_CLAIMS, meta);
    }
}
