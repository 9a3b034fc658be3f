package dev.stowage.cli.rights;

import dev.stowage.apiserver.auth.Action;

/// One verb on one resource.
///
/// @param resource with its part, such as `pods/status`
/// @param home in the namespace of the pods only
record Right(String verb, String group, String resource, boolean home) {

    boolean covers(Action action, String namespace) {
        return action.verb().equals(verb)
                && action.group().equals(group)
                && action.qualified().equals(resource)
                && (!home || action.namespace().equals(namespace));
    }

    @Override
    public String toString() {
        return verb + " " + resource + (group.isEmpty() ? "" : "." + group);
    }
}
