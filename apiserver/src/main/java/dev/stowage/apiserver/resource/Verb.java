package dev.stowage.apiserver.resource;

import java.util.Locale;

/// The verbs of a resource.
public enum Verb {
    CREATE,
    DELETE,
    DELETECOLLECTION,
    GET,
    LIST,
    PATCH,
    UPDATE,
    WATCH;

    /// As in discovery and RBAC rules.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
