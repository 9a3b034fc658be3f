package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.storage.ObjectKey;

/// The target of a request.
///
/// @param version the API version of the client
/// @param namespace empty for all namespaces, or for a cluster-scoped resource
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

    /// The value of `apiVersion`.
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

    /// For a right that a request needs beside that of its own verb.
    public AuthorizationAttributes attributes(Verb verb) {
        return AuthorizationAttributes.onResource(
                verb.word(), group(), version, plural(), subresource, namespace, name);
    }

    ApiException notFound() {
        return ApiException.notFound(group(), plural(), name);
    }

    ApiException conflict(String why) {
        return ApiException.conflict(group(), plural(), name, why);
    }
}
