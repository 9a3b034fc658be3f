package dev.stowage.apiserver.resource;

import java.util.Locale;

/// What can be done to a resource.
public enum Verb {
    CREATE,
    DELETE,
    DELETECOLLECTION,
    GET,
    LIST,
    PATCH,
    UPDATE,
    WATCH;

    /// As discovery and access rules spell it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
