package dev.stowage.apiserver.authorization;

import java.util.Map;

/// What a request does, in the terms of access rules.
///
/// @param verb `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or a special
///     verb such as `bind`; for a path the HTTP method in lower case
/// @param resource plural; empty for a non-resource URL
/// @param subresource such as `status`; empty for none
/// @param namespace empty for the whole cluster
/// @param name empty for none, as with `list` and `create`
/// @param path of the request; used only without a resource
/// @param selectedFields the fields that must have one value, of the request's field selector
public record AuthorizationAttributes(
        String verb,
        String group,
        String version,
        String resource,
        String subresource,
        String namespace,
        String name,
        String path,
        Map<String, String> selectedFields) {

    public AuthorizationAttributes {
        selectedFields = Map.copyOf(selectedFields);
    }

    public static AuthorizationAttributes onResource(
            String verb,
            String group,
            String version,
            String resource,
            String subresource,
            String namespace,
            String name) {
        return new AuthorizationAttributes(verb, group, version, resource, subresource, namespace, name, "", Map.of());
    }

    public static AuthorizationAttributes onPath(String verb, String path) {
        return new AuthorizationAttributes(verb, "", "", "", "", "", "", path, Map.of());
    }

    /// The same for a request that selects objects by these fields.
    public AuthorizationAttributes selecting(Map<String, String> fields) {
        return new AuthorizationAttributes(verb, group, version, resource, subresource, namespace, name, path, fields);
    }

    public boolean isResource() {
        return !resource.isEmpty();
    }

    /// In the format of RBAC rules: `pods/log`.
    public String qualified() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
}
