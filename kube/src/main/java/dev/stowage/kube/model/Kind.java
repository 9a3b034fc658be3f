package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;

/// A kind of object: where the server keeps it and what we read of it.
///
/// @param group empty for the core group
/// @param plural as in paths, for example `persistentvolumeclaims`
/// @param name as in objects, for example `PersistentVolumeClaim`
/// @param bare whether the metadata is all that we ask for
public record Kind<T extends KubeObject>(
        String group,
        String version,
        String plural,
        String name,
        boolean namespaced,
        Function<JsonNode, T> reader,
        boolean bare) {

    private static final Function<JsonNode, PartialObjectMetadata> BARE = PartialObjectMetadata::bare;

    public Kind(
            String group,
            String version,
            String plural,
            String name,
            boolean namespaced,
            Function<JsonNode, T> reader) {
        this(group, version, plural, name, namespaced, reader, false);
    }

    /// A kind of which only names and owners matter. The server sends no more than the metadata, and labels and
    /// annotations are not kept.
    public static Kind<PartialObjectMetadata> bare(
            String group, String version, String plural, String name, boolean namespaced) {
        return new Kind<>(group, version, plural, name, namespaced, BARE, true);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// @param namespace empty for objects of the whole cluster, and for the objects of all namespaces
    public String path(String namespace) {
        String root = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
        return namespace.isEmpty() ? root + "/" + plural : root + "/namespaces/" + namespace + "/" + plural;
    }

    /// What a list or a watch is asked for.
    public String accept() {
        return bare
                ? "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
                        + "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json"
                : "application/json";
    }

    public T read(JsonNode object) {
        return reader.apply(object);
    }

    @Override
    public String toString() {
        return group.isEmpty() ? plural : plural + "." + group;
    }
}
