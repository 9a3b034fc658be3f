package dev.stowage.sdk.record;

/// The state of a recorded object in its lifecycle.
///
/// @param <T> the type of the object
sealed interface LedgerEntry<T> {

    /// What the orchestrator calls it.
    String name();

    /// Digest of the request that created it.
    String digest();

    /// Written before anything is created. After a crash, it shows what may be incomplete.
    record BeingMade<T>(String name, String digest) implements LedgerEntry<T> {}

    record There<T>(String name, String digest, T thing) implements LedgerEntry<T> {}

    /// Written before anything is removed.
    record BeingRemoved<T>(String name, String digest, T thing) implements LedgerEntry<T> {}
}
