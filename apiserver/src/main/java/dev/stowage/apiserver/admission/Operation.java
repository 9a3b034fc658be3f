package dev.stowage.apiserver.admission;

/// What somebody wants to do to an object.
public enum Operation {
    CREATE,
    UPDATE,
    DELETE
}
