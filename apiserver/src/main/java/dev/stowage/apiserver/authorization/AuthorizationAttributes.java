package dev.stowage.apiserver.authorization;

/// What a request does, in the terms of access rules.
///
/// @param verb `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or one of a rule's
/// own
///     such as `bind`; for a path the method in small letters
/// @param resource plural; empty for a non-resource URL
/// @param subresource such as `status`; empty for none
/// @param namespace empty for the whole cluster
/// @param name empty for none, as with `list` and `create`
/// @param path of the request; used only without a resource
public record AuthorizationAttributes(
        String verb,
        String group,
        String version,
        String resource,
        String subresource,
        String namespace,
        String name,
        String path) {

    public static AuthorizationAttributes onResource(
            String verb,
            String group,
            String version,
            String resource,
            String subresource,
            String namespace,
            String name) {
        return new AuthorizationAttributes(verb, group, version, resource, subresource, namespace, name, "");
    }

    public static AuthorizationAttributes onPath(String verb, String path) {
        return new AuthorizationAttributes(verb, "", "", "", "", "", "", path);
    }

    public boolean isResource() {
        return !resource.isEmpty();
    }

    /// As rules name it: `pods/log`.
    public String qualified() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
}
