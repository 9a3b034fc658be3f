package dev.stowage.apiserver.admission;

/// What somebody wants to do to an object.
public enum AdmissionOperation {
    CREATE,
    UPDATE,
    DELETE
}
