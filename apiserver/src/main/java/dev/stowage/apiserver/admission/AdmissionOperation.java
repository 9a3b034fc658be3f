package dev.stowage.apiserver.admission;

/// The operation of a write request.
public enum AdmissionOperation {
    CREATE,
    UPDATE,
    DELETE
}
