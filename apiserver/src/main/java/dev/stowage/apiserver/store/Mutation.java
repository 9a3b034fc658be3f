package dev.stowage.apiserver.store;

/// A write, based on the state that its author saw.
public sealed interface Mutation {
    Key key();

    /// The revision of the state that this replaces; 0 when there must be none.
    long expected();

    Draft draft();

    /// @param expiresAt milliseconds since 1970; 0 for never
    record Put(Key key, long expected, Draft draft, long expiresAt) implements Mutation {}

    /// @param draft the last state, as watchers get it
    record Remove(Key key, long expected, Draft draft) implements Mutation {}
}
