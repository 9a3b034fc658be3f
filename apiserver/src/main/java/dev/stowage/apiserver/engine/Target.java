package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.store.Key;

/// What a request is about.
///
/// @param version that the client speaks
/// @param namespace empty for all, or for a resource of the whole cluster
/// @param name empty for a collection
/// @param subresource empty for the object itself
public record Target(Resource resource, String version, String namespace, String name, String subresource) {

    public Key key() {
        return new Key(resource.key(), namespace, name);
    }

    public Target named(String other) {
        return new Target(resource, version, namespace, other, subresource);
    }

    /// As clients write it in `apiVersion`.
    public String apiVersion() {
        return resource.apiVersion(version);
    }

    public String group() {
        return resource.group();
    }

    public String plural() {
        return resource.names().plural();
    }

    public String kind() {
        return resource.names().kind();
    }

    ApiException notFound() {
        return ApiException.notFound(group(), plural(), name);
    }

    ApiException conflict(String why) {
        return ApiException.conflict(group(), plural(), name, why);
    }
}
