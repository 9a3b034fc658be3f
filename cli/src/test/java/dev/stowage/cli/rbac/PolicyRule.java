package dev.stowage.cli.rbac;

import dev.stowage.apiserver.authorization.AuthorizationAttributes;

/// One verb on one resource.
///
/// @param resource with its subresource, such as `pods/status`
/// @param home only in the namespace of the pods
record PolicyRule(String verb, String group, String resource, boolean home) {

    boolean covers(AuthorizationAttributes authorizationAttributes, String namespace) {
        return authorizationAttributes.verb().equals(verb)
                && authorizationAttributes.group().equals(group)
                && authorizationAttributes.qualified().equals(resource)
                && (!home || authorizationAttributes.namespace().equals(namespace));
    }

    @Override
    public String toString() {
        return verb + " " + resource + (group.isEmpty() ? "" : "." + group);
    }
}
