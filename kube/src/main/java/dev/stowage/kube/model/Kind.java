package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResource;
import java.util.function.Function;

/// A kind of object: which resource of the API it is and what we read of it.
///
/// @param metadataOnly whether only the metadata is requested from the server
public record Kind<T extends KubeObject>(ApiResource resource, Function<JsonNode, T> reader, boolean metadataOnly) {

    private static final Function<JsonNode, PartialObjectMetadata> OWNERS_ONLY = PartialObjectMetadata::ownersOnly;

    public Kind(ApiResource resource, Function<JsonNode, T> reader) {
        this(resource, reader, false);
    }

    /// For resources outside [dev.stowage.k8s.ApiResources].
    public Kind(
            String group,
            String version,
            String plural,
            String name,
            boolean namespaced,
            Function<JsonNode, T> reader) {
        this(new ApiResource(group, version, plural, name, namespaced), reader);
    }

    /// A kind of which only names and owners matter. The server sends no more than the metadata, and labels and
    /// annotations are not kept.
    public static Kind<PartialObjectMetadata> metadataOnly(
            String group, String version, String plural, String name, boolean namespaced) {
        return new Kind<>(new ApiResource(group, version, plural, name, namespaced), OWNERS_ONLY, true);
    }

    public Kind<T> withVersion(String version) {
        return new Kind<>(resource.withVersion(version), reader, metadataOnly);
    }

    public String group() {
        return resource.group();
    }

    public String version() {
        return resource.version();
    }

    public String plural() {
        return resource.plural();
    }

    public String name() {
        return resource.kind();
    }

    public boolean namespaced() {
        return resource.namespaced();
    }

    public String apiVersion() {
        return resource.apiVersion();
    }

    /// @param namespace empty for cluster-scoped objects, and for the objects of all namespaces
    public String path(String namespace) {
        return resource.path(namespace);
    }

    /// The `Accept` header of lists and watches.
    public String accept() {
        return metadataOnly
                ? "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
                        + "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json"
                : "application/json";
    }

    public T read(JsonNode object) {
        return reader.apply(object);
    }

    @Override
    public String toString() {
        return resource.toString();
    }
}
