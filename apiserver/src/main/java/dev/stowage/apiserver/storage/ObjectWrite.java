package dev.stowage.apiserver.storage;

/// A write, based on the state that the client read.
public sealed interface ObjectWrite {
    ObjectKey key();

    /// The revision of the state that this replaces; 0 when the object must not exist.
    long expected();

    ObjectDraft objectDraft();

    /// @param expiresAt milliseconds since 1970; 0 for never
    record Put(ObjectKey key, long expected, ObjectDraft objectDraft, long expiresAt) implements ObjectWrite {}

    /// @param objectDraft the last state, as watchers get it
    record Remove(ObjectKey key, long expected, ObjectDraft objectDraft) implements ObjectWrite {}
}
