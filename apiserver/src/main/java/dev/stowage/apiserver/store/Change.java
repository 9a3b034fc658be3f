package dev.stowage.apiserver.store;

import java.util.Optional;

/// What happened to an object.
public sealed interface Change {
    /// The state after it; of one that was removed, its last state under the revision of its removal.
    Entry now();

    record Added(Entry now) implements Change {}

    record Modified(Entry now, Entry before) implements Change {}

    record Removed(Entry now, Entry before) implements Change {}

    default Optional<Entry> previous() {
        return switch (this) {
            case Added _ -> Optional.empty();
            case Modified modified -> Optional.of(modified.before());
            case Removed removed -> Optional.of(removed.before());
        };
    }
}
