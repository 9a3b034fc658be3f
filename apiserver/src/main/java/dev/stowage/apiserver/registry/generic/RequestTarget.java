package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.storage.ObjectKey;

/// What a request is about.
///
/// @param version that the client speaks
/// @param namespace empty for all, or for a resource of the whole cluster
/// @param name empty for a collection
/// @param subresource empty for the object itself
public record RequestTarget(
        ResourceDescriptor resourceDescriptor, String version, String namespace, String name, String subresource) {

    public ObjectKey key() {
        return new ObjectKey(resourceDescriptor.key(), namespace, name);
    }

    public RequestTarget named(String other) {
        return new RequestTarget(resourceDescriptor, version, namespace, other, subresource);
    }

    /// As clients write it in `apiVersion`.
    public String apiVersion() {
        return resourceDescriptor.apiVersion(version);
    }

    public String group() {
        return resourceDescriptor.group();
    }

    public String plural() {
        return resourceDescriptor.names().plural();
    }

    public String kind() {
        return resourceDescriptor.names().kind();
    }

    ApiException notFound() {
        return ApiException.notFound(group(), plural(), name);
    }

    ApiException conflict(String why) {
        return ApiException.conflict(group(), plural(), name, why);
    }
}
