package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A PersistentVolumeClaim.
///
/// @param storageClass null when the field is absent, which is not the same as empty
/// @param request bytes asked for
/// @param volumeName empty until it is bound
/// @param dataSourceRef also in the place of the older field `dataSource`, with the namespace when it has one
public record Claim(
        Meta meta,
        List<String> accessModes,
        @Nullable String storageClass,
        String volumeMode,
        Quantity request,
        String volumeName,
        @Nullable LabelSelector selector,
        @Nullable DataSource dataSource,
        @Nullable DataSource dataSourceRef,
        @Nullable String attributesClass,
        ClaimStatus status)
        implements KubeObject {

    /// What a claim shall be filled with.
    public record DataSource(String apiGroup, String kind, String namespace, String name) {

        static @Nullable DataSource read(JsonNode node) {
            return node.isObject()
                    ? new DataSource(
                            Fields.shared(node, "apiGroup"),
                            Fields.shared(node, "kind"),
                            Fields.shared(node, "namespace"),
                            Fields.text(node, "name"))
                    : null;
        }
    }

    public static Claim read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Claim(
                Meta.read(object),
                Fields.texts(spec.path("accessModes")),
                Fields.textOrNull(spec, "storageClassName"),
                Fields.share(spec.path("volumeMode").asText("Filesystem")),
                Quantity.read(spec.path("resources").path("requests").path("storage")),
                Fields.text(spec, "volumeName"),
                LabelSelector.read(spec.path("selector")),
                DataSource.read(spec.path("dataSource")),
                DataSource.read(spec.path("dataSourceRef")),
                Fields.textOrNull(spec, "volumeAttributesClassName"),
                ClaimStatus.read(object.path("status")));
    }

    public boolean isBlock() {
        return volumeMode.equals("Block");
    }

    /// The class by the field or, for old claims, by the annotation. Null when there is neither.
    public @Nullable String effectiveClass() {
        String annotated = meta.annotations().get("volume.beta.kubernetes.io/storage-class");
        return annotated != null ? annotated : storageClass;
    }

    public ObjectRef reference() {
        return new ObjectRef("v1", "PersistentVolumeClaim", meta.namespace(), meta.name(), meta.uid(), meta.version());
    }
}
